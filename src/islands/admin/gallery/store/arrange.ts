import type { GalleryItem } from '#contracts/gallery';
import { forEach } from './each.ts';
import type { Items } from './items.ts';
import { moved, ordersFor } from './order.ts';
import type { Surroundings } from './surroundings.ts';

/** The manual order (`displayOrder`). */
export interface Arrange {
  /** Puts an item right before another one. */
  moveBefore(id: string, other: string): Promise<void>;
  /** Puts an item right behind another one. */
  moveBehind(id: string, other: string): Promise<void>;
}

/** Moves follow one another, however fast the owner is: each is reckoned from the order that the last one made. */
export function createArrange(
  items: Items,
  { api, session, tell }: Pick<Surroundings, 'api' | 'session' | 'tell'>,
): Arrange {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  async function move(id: string, change: (now: readonly GalleryItem[]) => readonly GalleryItem[]): Promise<void> {
    const before = items.all();
    const wanted = change(before);
    const orders = new Map(ordersFor(wanted, id).map((one) => [one.id, one.displayOrder]));
    items.set(wanted.map((item) => ({ ...item, displayOrder: orders.get(item.id) ?? item.displayOrder })));
    const { failed, said, signedOut } = await forEach([...orders], ([item, displayOrder]) =>
      session.call(() => api.change(item, { displayOrder })),
    );
    // The list that is read after it may not be had either.
    if (failed.length === orders.size) items.set(before);
    if (failed.length > 0 && !signedOut) tell.updateFailed(said);
    waiting -= 1;
    // A list read between two moves would jump back and forth.
    if (!signedOut && waiting === 0) await items.refresh();
  }

  function next(id: string, change: (now: readonly GalleryItem[]) => readonly GalleryItem[]): Promise<void> {
    tell.trying();
    waiting += 1;
    last = last.then(() => move(id, change));
    return last;
  }

  return {
    moveBefore: (id, other) => next(id, (now) => moved(now, id, other)),
    moveBehind: (id, other) => next(id, (now) => moved(now, id, idBehind(now, id, other))),
  };
}

/** The id that follows `other` when `id` itself is not counted. */
function idBehind(items: readonly GalleryItem[], id: string, other: string): string | null {
  const rest = items.filter((item) => item.id !== id);
  return rest[rest.findIndex((item) => item.id === other) + 1]?.id ?? null;
}
