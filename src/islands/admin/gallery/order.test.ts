import { assert, constantFrom, array, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { moved, ordersFor } from './order.ts';

const list = (...orders: number[]) => orders.map((displayOrder, index) => ({ id: `item-${index}`, displayOrder }));
const changes = (orders: number[], id: string, before: string | null) =>
  ordersFor(moved(list(...orders), id, before), id);

test('between two neighbors, to the start, to the end: one change', () => {
  expect(changes([1, 2, 3], 'item-2', 'item-1')).toEqual([{ id: 'item-2', displayOrder: 1.5 }]);
  expect(changes([1, 2, 3], 'item-2', 'item-0')).toEqual([{ id: 'item-2', displayOrder: 0 }]);
  expect(changes([1, 2, 3], 'item-0', null)).toEqual([{ id: 'item-0', displayOrder: 4 }]);
});

test('among equals the fewer make room', () => {
  expect(changes([0, 0, 0, 0, 0], 'item-4', 'item-1')).toEqual([
    { id: 'item-0', displayOrder: -2 },
    { id: 'item-4', displayOrder: -1 },
  ]);
  expect(changes([0, 0, 0, 0, 0], 'item-0', 'item-4')).toEqual([
    { id: 'item-0', displayOrder: 1 },
    { id: 'item-4', displayOrder: 2 },
  ]);
});

test('what is not in the list is not moved', () => {
  const items = list(1, 2);
  expect(moved(items, 'item-7', null)).toBe(items);
  expect(moved(items, 'item-0', 'item-7')).toBe(items);
  expect(ordersFor(items, 'item-7')).toEqual([]);
});

/** As the server sorts: by displayOrder, stable. */
const sorted = (items: readonly { id: string; displayOrder: number }[], rank: ReadonlyMap<string, number>) =>
  items.toSorted((a, b) => a.displayOrder - b.displayOrder || (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));

test('whatever is moved where, however often: the server’s order is the one that was seen', () => {
  const orders = array(constantFrom(0, 0, 0, 1, 2, 2, 3.5, -1), { minLength: 2, maxLength: 12 });
  const moves = array(tuple(integer({ min: 0, max: 11 }), integer({ min: 0, max: 12 })), { maxLength: 40 });
  assert(
    property(orders, moves, (start, steps) => {
      const rank = new Map(start.map((_, index) => [`item-${index}`, index]));
      let items = sorted(list(...start), rank);
      for (const [from, to] of steps) {
        const id = items[from % items.length]?.id ?? '';
        const seen = moved(items, id, items[to]?.id ?? null);
        const change = new Map(ordersFor(seen, id).map((one) => [one.id, one.displayOrder]));
        items = sorted(
          items.map((one) => ({ ...one, displayOrder: change.get(one.id) ?? one.displayOrder })),
          rank,
        );
        expect(items.map((one) => one.id)).toEqual(seen.map((one) => one.id));
      }
    }),
  );
});
