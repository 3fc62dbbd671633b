import { MINUTE } from '#lib/time/units';

/** ms. A page says from when its state is once that is older. */
export const OLD_AFTER = 5 * MINUTE;
/** ms. A return fires several events. */
const ONE_RETURN = 5000;

/** Renews a page each minute while it is in sight, and at once when the owner or the network comes back. */
export function keepRenewed(renew: () => unknown, signal: AbortSignal): void {
  let renewedAt = performance.now();
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    renewedAt = performance.now();
    renew();
  };
  const comeBack = () => performance.now() - renewedAt < ONE_RETURN || look();
  const timer = setInterval(look, MINUTE);
  signal.addEventListener('abort', () => clearInterval(timer));
  document.addEventListener('visibilitychange', comeBack, { signal });
  for (const event of ['pageshow', 'focus']) window.addEventListener(event, comeBack, { signal });
  window.addEventListener('online', look, { signal });
}

/** Just before a renewed state is drawn: what the owner looks at stays where it is. A focus that goes leaves a heading. */
export function keepPlace(): void {
  const focused = document.activeElement;
  const heading = focused?.closest('section')?.querySelector('h2');
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const before = seen?.getBoundingClientRect().top ?? 0;
  requestAnimationFrame(() => {
    if (focused && !focused.isConnected) heading?.focus({ preventScroll: true });
    // Other browsers than Safari do this by themselves.
    if (!seen?.isConnected || CSS.supports('overflow-anchor', 'auto')) return;
    scrollBy({ top: seen.getBoundingClientRect().top - before, behavior: 'instant' });
  });
}

/** The renewed list, in which those that the owner has in hand stay where they are, also if it has them no more. */
export function withHeld<Item extends { readonly id: string }>(
  renewed: readonly Item[],
  shown: readonly Item[],
  isHeld: (item: Item) => boolean,
): Item[] {
  const held = new Map(shown.flatMap((item, index) => (isHeld(item) ? [[item.id, { item, index }]] : [])));
  const items = renewed.filter(({ id }) => !held.has(id));
  for (const { item, index } of held.values()) {
    items.splice(index, 0, renewed.find(({ id }) => id === item.id) ?? item);
  }
  return items;
}
