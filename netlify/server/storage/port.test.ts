import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/stores/interleave';
import { MAX_CACHED, readEvery, type Store } from './port.ts';

/** A store that counts its reads. */
function countingStore(): { store: Store; reads: () => number } {
  const store = memoryStore(new Map(), 'gallery');
  let count = 0;
  const get: Store['get'] = (key) => {
    count += 1;
    return store.get(key);
  };
  return { store: { ...store, get }, reads: () => count };
}

test('a record is read again only after it has changed', async () => {
  const { store, reads } = countingStore();
  await store.put('items/a', 1);
  await store.put('items/b', 2);
  await readEvery(store, 'items/', z.number());
  await store.put('items/b', 3);
  const values = (await readEvery(store, 'items/', z.number())).records.map(({ value }) => value);
  expect([values, reads()]).toEqual([[1, 3], 3]);
});

test('what is kept of a store has a bound: the records that were read longest ago are read again', async () => {
  const { store, reads } = countingStore();
  for (let item = 0; item < MAX_CACHED + 10; item += 1) await store.put(`items/${item}`, item);
  await readEvery(store, 'items/', z.number());
  const first = reads();
  expect(first).toBe(MAX_CACHED + 10);
  await readEvery(store, 'items/', z.number(), (key) => key >= 'items/9');
  expect(reads() - first).toBe(0);
  await readEvery(store, 'items/', z.number(), (key) => key < 'items/1');
  expect(reads() - first).toBe(1);
});

test('what was read while somebody changed it is not taken for the version that was listed', async () => {
  // An etag may be a hash of the content: the second listing shows the first version again.
  const versions = [
    { value: 5, etag: 'of 5' },
    { value: 1, etag: 'of 1' },
  ];
  const store: Store = {
    ...memoryStore(new Map(), 'gallery'),
    list: async () => [{ key: 'items/a', etag: 'of 1' }],
    get: async () => versions.shift() ?? null,
  };
  const values = async () => (await readEvery(store, 'items/', z.number())).records.map(({ value }) => value);
  expect([await values(), await values(), await values()]).toEqual([[5], [1], [1]]);
});

test('a record that cannot be read is looked for again: somebody may restore it', async () => {
  const { store, reads } = countingStore();
  await store.put('items/a', 'no number');
  await store.put('items/b', 2);
  const values = async () => (await readEvery(store, 'items/', z.number())).records.map(({ value }) => value);
  expect([await values(), await values(), reads()]).toEqual([[2], [2], 3]);
});
