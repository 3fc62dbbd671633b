import type { GalleryItem } from '#contracts/gallery';
import { forEach } from '../for-each.ts';
import { clearToast } from '#islands/ui/Toasts.tsx';
import { type GalleryContext, type Items, showUpdateFailed } from './items.ts';

/** One move after the other: each starts from the order that the last one made. */
export function createOrder(items: Items, { api, session }: GalleryContext) {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  async function move(id: string, change: (now: readonly GalleryItem[]) => readonly GalleryItem[]): Promise<void> {
    const before = items.all();
    const reordered = change(before);
    const orders = new Map(ordersFor(reordered, id).map((one) => [one.id, one.displayOrder]));
    items.set(reordered.map((item) => ({ ...item, displayOrder: orders.get(item.id) ?? item.displayOrder })));
    const { failed, serverMessage, signedOut } = await forEach([...orders], ([item, displayOrder]) =>
      session.call(() => api.change(item, { displayOrder })),
    );
    // Reading the list may fail, too.
    if (failed.length === orders.size) items.set(before);
    if (failed.length > 0 && !signedOut) showUpdateFailed(serverMessage);
    waiting -= 1;
    // A list between two moves would jump back and forth.
    if (!signedOut && waiting === 0) await items.refresh();
  }

  function next(id: string, change: (now: readonly GalleryItem[]) => readonly GalleryItem[]): Promise<void> {
    clearToast();
    waiting += 1;
    last = last.then(() => move(id, change));
    return last;
  }

  return {
    moveBefore: (id: string, other: string) => next(id, (now) => moved(now, id, other)),
    moveBehind: (id: string, other: string) => next(id, (now) => moved(now, id, idBehind(now, id, other))),
    /** Before all items, also hidden ones. */
    moveToTop: (id: string) => next(id, (now) => moved(now, id, now.find((item) => item.id !== id)?.id ?? null)),
  };
}

function idBehind(items: readonly GalleryItem[], id: string, other: string): string | null {
  const rest = items.filter((item) => item.id !== id);
  return rest[rest.findIndex((item) => item.id === other) + 1]?.id ?? null;
}

type Ordered = Pick<GalleryItem, 'id' | 'displayOrder'>;

/** The list with `id` before `before`, or at the end; unchanged if one is missing. */
export function moved<Item extends Ordered>(
  items: readonly Item[],
  id: string,
  before: string | null,
): readonly Item[] {
  const item = items.find((one) => one.id === id);
  const rest = items.filter((one) => one.id !== id);
  const index = before === null ? rest.length : rest.findIndex((one) => one.id === before);
  return item && index >= 0 ? rest.toSpliced(index, 0, item) : items;
}

/**
 * The fewest changes of `displayOrder` that keep `id` in its place in `items`, an otherwise sorted list. Usually one: a
 * number between its neighbors'. If they share a number (new items have 0), the smaller group of those before or behind
 * makes room.
 */
export function ordersFor(items: readonly Ordered[], id: string): readonly Ordered[] {
  const index = items.findIndex((one) => one.id === id);
  const before = items[index - 1]?.displayOrder;
  const behind = items[index + 1]?.displayOrder;
  if (index < 0 || (before === undefined && behind === undefined)) return [];
  if (before !== undefined && before === behind) return makeRoom(items, index, before);
  const [own] = between(before, behind, 1);
  return own === undefined ? renumbered(items) : [{ id, displayOrder: own }];
}

function makeRoom(items: readonly Ordered[], index: number, shared: number): readonly Ordered[] {
  const first = items.findIndex((one, at) => one.displayOrder === shared && at !== index);
  const last = items.findLastIndex((one, at) => one.displayOrder === shared && at !== index);
  const goesUp = index - first <= last - index;
  const group = goesUp ? items.slice(first, index + 1) : items.slice(index, last + 1);
  const orders = goesUp
    ? between(items[first - 1]?.displayOrder, shared, group.length)
    : between(shared, items[last + 1]?.displayOrder, group.length);
  if (orders.length === 0) return renumbered(items);
  return group.map(({ id }, at) => ({ id, displayOrder: orders[at] ?? shared }));
}

const renumbered = (items: readonly Ordered[]) => items.map(({ id }, index) => ({ id, displayOrder: index }));

/** `count` rising numbers between two others; either may be missing. None if they are too close. */
function between(low: number | undefined, high: number | undefined, count: number): readonly number[] {
  const from = low ?? (high ?? 0) - count - 1;
  const to = high ?? from + count + 1;
  const step = (to - from) / (count + 1);
  const numbers = Array.from({ length: count }, (_, index) => from + step * (index + 1));
  const rises = [from, ...numbers, to].every((number, index, all) => index === 0 || number > (all[index - 1] ?? 0));
  return rises ? numbers : [];
}
