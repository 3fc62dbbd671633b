import { expect, test } from 'vitest';
import { newVisit } from '#lead/lead';
import { slotKey, type SlotRecord } from '#server/slots/records';
import { storeNames, type Stores } from '#server/storage/stores';
import { SEEDS } from '#tests/support/chance';
import { memoryStore, type Records, wrapped } from '#tests/support/stores/memory-store';
import { contradictionsIn, readNextRecords } from './unreadable.ts';

const SWEEPS_A_DAY = 144;

// Above 6,000 a sweep reads more than 50.
test.each(SEEDS > 1 ? [40, 700, 6100] : [40, 700])(
  'with %d records the sweeps of a day read each, though some are removed meanwhile, and none reads more than its part',
  async (count) => {
    const records: Records = new Map();
    const read: string[] = [];
    const counted = (name: string) =>
      wrapped(memoryStore(records, name), (call, method) => (key, ...more) => {
        if (method === 'get' && key.startsWith('mailed-on/')) read.push(key);
        return call(key, ...more);
      });
    const stores = Object.fromEntries(storeNames.map((name) => [name, counted(name)])) as Stores;
    const keys = Array.from({ length: count }, (_, index) => `mailed-on/2026-11-20/${index}`);
    for (const key of keys) await stores.leads.put(key, null);
    for (let sweep = 0; sweep < SWEEPS_A_DAY; sweep += 1) {
      await readNextRecords(stores);
      await stores.leads.delete(read.at(-1) ?? '');
    }
    expect(keys.filter((key) => !read.includes(key))).toEqual([]);
    expect(read.length / SWEEPS_A_DAY).toBeLessThanOrEqual(Math.max(50, count / 120 + 1));
  },
);

const NOW = Date.parse('2026-11-20T15:00:00Z');
const slot = slotKey(NOW + 1000);
const visit = { ...newVisit('a/1'), slot, start: new Date(NOW + 1000).toISOString() };
const counts = { eventNumber: 0, writes: 1 };
const booked: SlotRecord = { ...counts, state: 'booked', lead: 'a', visit: 'a/1' };
const [free, held] = [{ ...counts, state: 'free' } as const, { ...booked, state: 'held', until: NOW } as const];
const past = slotKey(NOW - 1000);

test.each([
  ['a visit and its time agree', [visit], [[slot, booked]], [], []],
  ['a time without its visit', [], [[slot, booked]], [], [slot]],
  ['a time with another’s visit', [newVisit('b/1')], [[slot, booked]], [], [slot]],
  ['a time whose lead is damaged, which is named itself', [], [[slot, booked]], ['leads/a'], []],
  [
    'a time that is free, held or past',
    [],
    [
      [slot, free],
      [slotKey(NOW + 2000), held],
      [past, booked],
    ],
    [],
    [],
  ],
  ['a visit without its time', [visit], [], [], ['leads/a']],
  ['a visit whose time is damaged', [visit], [], [slot], []],
  ['a visit whose time somebody else has', [visit, newVisit('b/1')], [[slot, { ...booked, visit: 'b/1' }]], [], []],
  [
    'a visit that is canceled, is being booked, or was',
    [
      newVisit('a/1'),
      { ...newVisit('b/1'), requested: slot },
      { ...visit, slot: past, start: new Date(NOW - 1000).toISOString() },
    ],
    [],
    [],
    [],
  ],
] as const)('%s', (_, visits, slots, damaged, named) => {
  const unreadable = damaged.map((key) => ({ store: 'leads', key }) as const);
  const records = slots.map(([key, value]) => ({ key, value }));
  expect(contradictionsIn({ visits, slots: records, unreadable }, NOW).map(({ key }) => key)).toEqual(named);
});
