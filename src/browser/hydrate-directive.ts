import type { AstroIntegration, ClientDirective } from 'astro';
import { HYDRATE, type HydrateRequest } from '#browser/hydrate-events';

/** `client:intent="booking"`: `hydrate` in hydrate-events.ts loads and hydrates the island named booking. */
const intent: ClientDirective = (load, { value: name }, island) => {
  let hydrated: Promise<void> | undefined;

  async function hydrateIsland(): Promise<void> {
    const hydrate = await load();
    await hydrate();
    // Astro removes the attribute from a live island and reports a failure in no other way.
    if (island.hasAttribute('ssr')) throw new Error(`The island ${name} could not be loaded`);
  }

  document.addEventListener(HYDRATE, (event) => {
    const { detail } = event as CustomEvent<HydrateRequest>;
    if (detail.name !== name) return;
    hydrated ??= hydrateIsland().catch((error: unknown) => {
      hydrated = undefined;
      throw error;
    });
    detail.hydrated = hydrated;
  });
};

export default intent;

/** Registers the directive with Astro, which bundles this file. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/browser/hydrate-directive.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: string;
  }
}
