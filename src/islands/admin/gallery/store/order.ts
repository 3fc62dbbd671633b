import type { GalleryItem } from '#contracts/gallery';

type Placed = Pick<GalleryItem, 'id' | 'displayOrder'>;

/** The list with `id` standing before `before`, or at the end; unchanged when one of them is not in it. */
export function moved<Item extends Placed>(items: readonly Item[], id: string, before: string | null): readonly Item[] {
  const item = items.find((one) => one.id === id);
  const rest = items.filter((one) => one.id !== id);
  const place = before === null ? rest.length : rest.findIndex((one) => one.id === before);
  return item && place >= 0 ? rest.toSpliced(place, 0, item) : items;
}

/**
 * The fewest changes of `displayOrder` that keep `id` where it stands in `items`, a list that was in order but for it.
 * As a rule that is one: a number between its neighbors'. Where they share one (all new items have 0), those before it
 * or those behind it that share it make room, whichever are fewer.
 */
export function ordersFor(items: readonly Placed[], id: string): readonly Placed[] {
  const place = items.findIndex((one) => one.id === id);
  const before = items[place - 1]?.displayOrder;
  const behind = items[place + 1]?.displayOrder;
  if (place < 0 || (before === undefined && behind === undefined)) return [];
  if (before !== undefined && before === behind) return makeRoom(items, place, before);
  const [own] = between(before, behind, 1);
  if (own === undefined) return items.map((one, index) => ({ id: one.id, displayOrder: index }));
  return [{ id, displayOrder: own }];
}

function makeRoom(items: readonly Placed[], place: number, shared: number): readonly Placed[] {
  const first = items.findIndex((one, index) => one.displayOrder === shared && index !== place);
  const last = items.findLastIndex((one, index) => one.displayOrder === shared && index !== place);
  const goesUp = place - first <= last - place;
  const group = goesUp ? items.slice(first, place + 1) : items.slice(place, last + 1);
  const orders = goesUp
    ? between(items[first - 1]?.displayOrder, shared, group.length)
    : between(shared, items[last + 1]?.displayOrder, group.length);
  if (orders.length === 0) return items.map(({ id }, index) => ({ id, displayOrder: index }));
  return group.map(({ id }, index) => ({ id, displayOrder: orders[index] ?? shared }));
}

/** `count` rising numbers between two others, either of which may be missing; none where numbers lie too close. */
function between(low: number | undefined, high: number | undefined, count: number): readonly number[] {
  const from = low ?? (high ?? 0) - count - 1;
  const to = high ?? from + count + 1;
  const step = (to - from) / (count + 1);
  const numbers = Array.from({ length: count }, (_, index) => from + step * (index + 1));
  const rises = [from, ...numbers, to].every((number, index, all) => index === 0 || number > (all[index - 1] ?? 0));
  return rises ? numbers : [];
}
