import type { ClientDirective } from 'astro';
import { HYDRATE, WARM_UP } from '#lib/wanted-events';

/**
 * `client:wanted="booking"`: the island named booking loads when it may soon be wanted, and hydrates when it is.
 * A load that failed (Astro says so by an event) is tried again the next time.
 */
const wanted: ClientDirective = (load, { value: name }, island) => {
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
    // Wished for twice while it loads, it must not come to life twice.
    hydrating ??= warmUp().then((hydrate) => hydrate());
    await hydrating;
  });
};

export default wanted;
