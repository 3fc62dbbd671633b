import type { AstroIntegration, ClientDirective } from 'astro';
import { HYDRATE, WARM_UP } from '#lib/intent';

/**
 * `client:intent="booking"`: the island named booking costs nothing until a visitor's intent shows. It loads when it may
 * soon be needed, and hydrates when it is. A load that failed (Astro says so by an event) is tried again the next time.
 */
const intent: ClientDirective = (load, { value: name }, island) => {
  let loading: ReturnType<typeof load> | undefined;
  let hydrating: Promise<void> | undefined;
  const warmUp = () => {
    loading ??= load();
    return loading;
  };
  const listen = (type: string, work: () => unknown) =>
    document.addEventListener(type, (event) => {
      if (event instanceof CustomEvent && event.detail === name) work();
    });

  island.addEventListener('astro:hydration-error', () => {
    loading = undefined;
    hydrating = undefined;
  });
  listen(WARM_UP, warmUp);
  listen(HYDRATE, async () => {
    // Astro takes the attribute away when the island lives.
    if (!island.hasAttribute('ssr')) return;
    // Asked for twice while it loads, it must not come to life twice.
    hydrating ??= warmUp().then((hydrate) => hydrate());
    await hydrating;
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
        // The old name, until no page says it.
        addClientDirective({ name: 'wanted', entrypoint: './src/scripts/intent.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** The name of the island, as `lib/intent.ts` is told it. */
    'client:intent'?: string;
    'client:wanted'?: string;
  }
}
