import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/stores/interleave';
import type { Store } from '#server/storage/port';
import { HOUR, MINUTE } from '#lib/time/units';
import { consume, consumeFor, type Consumed, type Limit, networksOf, sweepCounts, usedUp } from './limits.ts';

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
  const [one, two] = ['192.0.2.1', '192.0.2.2'];
  for (let count = 0; count < 4; count += 1) await consume(store, limit, one, now);
  calls.length = 0;
  expect(usedUp(store, limit, one, now + 5)).toBe(50_000 - 5);
  expect(calls).toEqual([]);
  expect(usedUp(store, limit, two, now)).toBeUndefined();
  expect(usedUp(store, limit, one, now + MINUTE)).toBeUndefined();
});

test('of IPv6 each network has its share, and what one refuses counts for none', async () => {
  const store = open();
  const call = async (address: string) => waitOf(await consumeFor(store, limit, networksOf(address), now)) === null;
  const calls = async (addresses: readonly string[]) => (await Promise.all(addresses.map(call))).filter(Boolean).length;
  const hosts = (prefix: string) =>
    Array.from({ length: 30 }, (_, host) => prefix.replace('*', host.toString(16).padStart(2, '0')));
  expect(await calls(hosts('2001:db8:1:100::*')), 'a household').toBe(3);
  expect(await calls(hosts('2001:db8:1:1aa::*')), 'its neighbor').toBe(3);
  expect(await calls(hosts('2001:db8:1:1*::')), 'their site').toBe(0);
  expect(await calls(hosts('2001:db8:1:*00::')), 'others around it').toBe(3);
  expect(await calls(hosts('2001:db8:*::')), 'other sites').toBe(29);
});

test.each([
  ['2001:db8:1:2:3::7', ['20010db800010002/64', '20010db8000100/56', '20010db80001/48']],
  ['2001:DB8:0001:2ff:ffff:0:0:1%eth0', ['20010db8000102ff/64', '20010db8000102/56', '20010db80001/48']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['::ffff:c000:207', ['192.0.2.7']],
  ['0:0:0:0:0:ffff:192.0.2.7', ['192.0.2.7']],
  ['192.0.2.7', ['192.0.2.7']],
  ['nonsense', ['nonsense']],
])('%s is of the networks %s', (address, networks) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(networks);
});
