import type { ClientDirective } from 'astro';
import intent from './hydrate-directive.ts';

/**
 * `client:near="booking"`: as `client:intent`, and also when the visitor scrolls, or comes to the element around the
 * island. After a link with answers, or a way back to answers, the island loads once the page has.
 */
const near: ClientDirective = (...island) => {
  const begin = intent(...island);
  const loadAt = (target: EventTarget | null, sign: string) =>
    // A press of a button tries again.
    target?.addEventListener(sign, () => begin().catch(() => {}), { once: true });
  const around = island[2].parentNode;
  loadAt(around, 'pointerover');
  loadAt(around, 'focusin');
  loadAt(window, location.search || history.state ? 'load' : 'scroll');
};

export default near;
