import type { AstroIntegration, ClientDirective } from 'astro';
import { HYDRATE, type HydrateRequest } from '#browser/hydrate-events';

/**
 * `client:intent="booking"`: `hydrate` in hydrate-events.ts loads and hydrates the island named booking. Returns what does
 * so: once, or again after a failure. Every page has this code inline.
 */
function intent(...[load, { value: name }, island]: Parameters<ClientDirective>): () => Promise<void> {
  let hydrated: Promise<void> | undefined;

  async function hydrateIsland(): Promise<void> {
    const hydrate = await load();
    // A browser has translated the built words meanwhile: React would report an error before it draws the island anew.
    if (island.innerHTML.includes('<font')) island.setAttribute('client', 'only');
    await hydrate();
    // Astro removes the attribute from a live island and reports a failure in no other way.
    if (island.hasAttribute('ssr')) throw new Error(name);
  }

  const begin = () =>
    (hydrated ??= hydrateIsland().catch((error: unknown) => {
      hydrated = undefined;
      throw error;
    }));

  document.addEventListener(HYDRATE, (event) => {
    const { detail } = event as CustomEvent<HydrateRequest>;
    if (detail.name === name) detail.hydrated = begin();
  });
  return begin;
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
