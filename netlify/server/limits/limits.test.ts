import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/stores/interleave';
import type { Store } from '#server/storage/port';
import { HOUR, MINUTE } from '#lib/time/units';
import { consume, consumeForGood, type Consumed, isUsedUp, type Limit, sweepCounts, networkOf } from './limits.ts';

const limit: Limit = { name: 'tries', max: 3, windowMs: MINUTE };
const now = Date.parse('2026-11-30T15:00:10Z');
const waitOf = (result: Consumed) => ('wait' in result ? result.wait : null);
const open = () => memoryStore(new Map(), 'limits');

test('the calls above the limit are told how long the window still lasts', async () => {
  const store = open();
  const waits = [];
  for (let count = 0; count < 5; count += 1) waits.push(waitOf(await consume(store, limit, 'one', now + count)));
  expect(waits).toEqual([null, null, null, 50_000 - 3, 50_000 - 4]);
});

test('of many at once exactly the limit gets a result', async () => {
  const store = open();
  const results = await Promise.all(Array.from({ length: 40 }, () => consume(store, limit, 'many', now)));
  expect(results.filter((result) => waitOf(result) === null)).toHaveLength(3);
});

test('a released result is another caller’s to take', async () => {
  const store = open();
  const results = await Promise.all(Array.from({ length: 3 }, () => consume(store, limit, 'one', now)));
  expect(waitOf(await consume(store, limit, 'one', now))).toBe(50_000);
  const [first] = results;
  if (first && 'release' in first) await first.release();
  expect(waitOf(await consume(store, limit, 'one', now))).toBeNull();
  expect(waitOf(await consume(store, limit, 'one', now))).toBe(50_000);
});

test('another address, another limit and the next window have results of their own', async () => {
  const store = open();
  for (let count = 0; count < 4; count += 1) await consume(store, limit, 'two', now + count);
  expect(waitOf(await consume(store, limit, 'three', now))).toBeNull();
  expect(waitOf(await consume(store, { ...limit, name: 'others' }, 'two', now))).toBeNull();
  expect(waitOf(await consume(store, limit, 'two', now + MINUTE))).toBeNull();
});

test('the sweep removes windows that ended long ago, and no address can be read from the keys', async () => {
  const store = open();
  await consume(store, limit, '203.0.113.9', now);
  await consume(store, limit, '203.0.113.9', now + 2 * HOUR);
  await sweepCounts(store, now + 2 * HOUR);
  const keys = (await store.list('')).map(({ key }) => key);
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toContain('203');
});

/** Counts the calls of a store. */
function counting(store: Store): { store: Store; calls: string[] } {
  const calls: string[] = [];
  const create: Store['create'] = (key, value) => {
    calls.push('create');
    return store.create(key, value);
  };
  const list: Store['list'] = (prefix) => {
    calls.push('list');
    return store.list(prefix);
  };
  return { store: { ...store, create, list }, calls };
}

test('the first call of a window costs one write; a flood beyond a limit costs no storage call, until the next window', async () => {
  const { store, calls } = counting(open());
  await consume(store, limit, 'none', now);
  expect(calls).toEqual(['create']);
  for (let count = 0; count < 4; count += 1) await consumeForGood(store, limit, 'one', now);
  expect(isUsedUp(store, limit, 'one', now)).toBe(true);
  calls.length = 0;
  expect(waitOf(await consumeForGood(store, limit, 'one', now + 5))).toBe(50_000 - 5);
  expect(calls).toEqual([]);
  expect(isUsedUp(store, limit, 'two', now)).toBe(false);
  expect(waitOf(await consumeForGood(store, limit, 'one', now + MINUTE))).toBeNull();
});

test.each([
  ['2001:db8:1:2:3::7', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2:ffff:0:0:1%eth0', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['nonsense', 'nonsense'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
