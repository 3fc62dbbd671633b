import type { AstroIntegration, ClientDirective } from 'astro';
import { HYDRATE } from '#lib/intent';

/**
 * `client:intent="gallery"`: the island named gallery is seen from the start, and hydrated when the page's script says
 * that it is needed. A load that failed (Astro says so by an event) is tried again the next time.
 */
const intent: ClientDirective = (load, { value: name }, island) => {
  let isHydrating = false;
  island.addEventListener('astro:hydration-error', () => {
    isHydrating = false;
  });
  document.addEventListener(HYDRATE, (event) => {
    // Astro takes the attribute away when the island is hydrated.
    if (!(event instanceof CustomEvent) || event.detail !== name || !island.hasAttribute('ssr')) return;
    // Asked for twice while it loads, it must not be hydrated twice.
    if (isHydrating) return;
    isHydrating = true;
    void load().then((hydrate) => hydrate());
  });
};

export default intent;

/** Makes the directive known to Astro, which bundles it from this file by itself. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/scripts/intent.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** The name of the island, as `lib/intent.ts` is told it. */
    'client:intent'?: string;
  }
}
