import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/interleave';
import { madeOfEvery } from './made-of.ts';
import type { Store } from './port.ts';

function counted(): { make: (records: readonly { readonly value: number }[]) => number; made: () => number } {
  let count = 0;
  return {
    make: (records) => {
      count += 1;
      return records.reduce((sum, { value }) => sum + value, 0);
    },
    made: () => count,
  };
}

test('what is made of records is made anew when one comes, goes or changes, and only then', async () => {
  const store = memoryStore(new Map(), 'gallery');
  const { make, made } = counted();
  const sum = () => madeOfEvery(store, 'items/', z.number(), make);
  await store.put('items/a', 1);
  await store.put('items/b', 2);
  expect([await sum(), await sum(), made()]).toEqual([3, 3, 1]);
  await store.put('items/b', 3);
  expect([await sum(), await sum(), made()]).toEqual([4, 4, 2]);
  await store.put('items/c', 10);
  expect([await sum(), await sum(), made()]).toEqual([14, 14, 3]);
  await store.delete('items/a');
  expect([await sum(), await sum(), made()]).toEqual([13, 13, 4]);
});

test('what was read while somebody changed it is not kept for the listing from before', async () => {
  const { make } = counted();
  // An etag may be a hash of the content: the record is what it was when it was listed once more.
  const versions = [
    { value: 5, etag: 'of 5' },
    { value: 1, etag: 'of 1' },
  ];
  const store: Store = {
    ...memoryStore(new Map(), 'gallery'),
    list: async () => [{ key: 'items/a', etag: 'of 1' }],
    get: async () => versions.shift() ?? null,
  };
  const sum = () => madeOfEvery(store, 'items/', z.number(), make);
  expect([await sum(), await sum(), await sum()]).toEqual([5, 1, 1]);
});

test('a record that cannot be read is looked for again: somebody may restore it', async () => {
  const store = memoryStore(new Map(), 'gallery');
  const { make, made } = counted();
  await store.put('items/a', 'no number');
  await store.put('items/b', 2);
  const sum = () => madeOfEvery(store, 'items/', z.number(), make);
  expect([await sum(), await sum(), made()]).toEqual([2, 2, 2]);
});
