import type { AstroIntegration, ClientDirective } from 'astro';
import { HYDRATE, type HydrateRequest } from '#lib/intent';

/**
 * `client:intent="booking"`: the island named booking is hydrated when the page's script asks for it (`hydrate` in
 * lib/intent.ts). Until then nothing of it is loaded.
 */
const intent: ClientDirective = (load, { value: name }, island) => {
  let hydrated: Promise<void> | undefined;

  async function hydrateIsland(): Promise<void> {
    const hydrate = await load();
    await hydrate();
    // Astro takes the attribute away from an island that is live, and says of one that failed only so much.
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
