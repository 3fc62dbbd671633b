import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/interleave';
import { type Limit, type Place, sweepPlaces, takePlace } from './limits.ts';

const limit: Limit = { name: 'tries', max: 3, windowMs: 60_000 };
const now = Date.parse('2026-11-30T15:00:10Z');
const waitOf = (place: Place) => ('wait' in place ? place.wait : null);
const open = () => memoryStore(new Map(), 'limits');

test('the calls above the limit are told how long the window still lasts', async () => {
  const store = open();
  const waits = [];
  for (let count = 0; count < 5; count += 1) waits.push(waitOf(await takePlace(store, limit, 'one', now + count)));
  expect(waits).toEqual([null, null, null, 50_000 - 3, 50_000 - 4]);
});

test('of many at once exactly the limit gets a place', async () => {
  const store = open();
  const places = await Promise.all(Array.from({ length: 40 }, () => takePlace(store, limit, 'many', now)));
  expect(places.filter((place) => waitOf(place) === null)).toHaveLength(3);
});

test('a released place is another caller’s to take', async () => {
  const store = open();
  const places = await Promise.all(Array.from({ length: 3 }, () => takePlace(store, limit, 'one', now)));
  expect(waitOf(await takePlace(store, limit, 'one', now))).toBe(50_000);
  const [first] = places;
  if (first && 'release' in first) await first.release();
  expect(waitOf(await takePlace(store, limit, 'one', now))).toBeNull();
  expect(waitOf(await takePlace(store, limit, 'one', now))).toBe(50_000);
});

test('another address, another limit and the next window have places of their own', async () => {
  const store = open();
  for (let count = 0; count < 4; count += 1) await takePlace(store, limit, 'two', now + count);
  expect(waitOf(await takePlace(store, limit, 'three', now))).toBeNull();
  expect(waitOf(await takePlace(store, { ...limit, name: 'others' }, 'two', now))).toBeNull();
  expect(waitOf(await takePlace(store, limit, 'two', now + 60_000))).toBeNull();
});

test('the sweep removes windows that ended long ago, and no address can be read from the keys', async () => {
  const store = open();
  await takePlace(store, limit, '203.0.113.9', now);
  await takePlace(store, limit, '203.0.113.9', now + 2 * 60 * 60_000);
  await sweepPlaces(store, now + 2 * 60 * 60_000);
  const keys = (await store.list('')).map(({ key }) => key);
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toContain('203');
});
