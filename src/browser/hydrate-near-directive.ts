import type { ClientDirective } from 'astro';
import intent from './hydrate-directive.ts';

/**
 * `client:near="booking"`: as `client:intent`, and also at the visitor's first sign of life. A finger is a pointer, too.
 * A link with answers is such a sign: then the island loads after the page.
 */
const near: ClientDirective = (...island) => {
  const begin = intent(...island);
  for (const sign of ['pointerover', 'focusin', location.search ? 'load' : 'scroll']) {
    // A press of a button tries again.
    addEventListener(sign, () => begin().catch(() => {}), { once: true });
  }
};

export default near;
