import { createResource } from '#islands/ui/resource.ts';
import { MINUTE } from '#lib/time/units';
import type { AdminSession } from './sign-in/session.ts';

/** ms. A page says from when its state is once that is older. */
export const OLD_AFTER = 5 * MINUTE;
/** `readAt`: ms since the epoch. `isOld`: it could not be renewed for minutes, so it may have changed. */
interface Age {
  readonly readAt: number;
  readonly isOld: boolean;
}

/** The data of one of the owner's pages. `read` asks the server. `now`: in ms. */
export function createPageData<Shown extends object>(
  session: AdminSession,
  read: () => Promise<Shown>,
  now: () => number = Date.now,
) {
  const fresh = (): Age => ({ readAt: now(), isOld: false });
  const resource = createResource<Shown & Age>(() => {
    const age = fresh();
    return session.call(async () => ({ ...(await read()), ...age }));
  });
  const { shown, load, reload, amend } = resource;

  /** It could not be renewed. */
  function noteAge(): void {
    const known = shown();
    if (known) amend({ isOld: now() - known.readAt >= OLD_AFTER } as Partial<Shown & Age>);
  }

  return {
    ...resource,
    noteAge,
    set: (value: Shown): void => resource.set({ ...value, ...fresh() }),
    /** Checks the session, then reads with a loading state. */
    async start(): Promise<void> {
      if (await session.guard()) await load();
    },
    /** Reads again what is shown, without a loading state. A failure says nothing until that is old. */
    async renew(): ReturnType<typeof reload> {
      const result = shown() ? await reload() : 'late';
      if (result === 'failed') noteAge();
      return result;
    },
  };
}

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
