import type { AstroIntegration, ClientDirective } from 'astro';
import { onHydrate } from '#browser/hydrate-events';

/** `client:intent="gallery"`: `hydrate` in hydrate-events.ts loads and hydrates the island named gallery. */
function intent(...[load, { value: name }, island]: Parameters<ClientDirective>): () => Promise<void> {
  return onHydrate(name, async () => {
    const hydrate = await load();
    // A browser has translated the built words meanwhile: React would report an error before it draws the island anew.
    if (island.innerHTML.includes('<font')) island.setAttribute('client', 'only');
    await hydrate();
    // Astro removes the attribute from a live island and reports a failure in no other way.
    if (island.hasAttribute('ssr')) throw new Error(name);
  });
}

export default intent;

/** Registers the directives with Astro, which bundles their files. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/browser/hydrate-directive.ts' });
        addClientDirective({ name: 'now', entrypoint: './src/browser/hydrate-now-directive.ts' });
        addClientDirective({ name: 'near', entrypoint: './src/browser/hydrate-near-directive.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: string;
    'client:now'?: boolean;
    'client:near'?: string;
  }
}
