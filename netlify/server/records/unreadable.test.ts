import { expect, test } from 'vitest';
import { storeNames, type Stores } from '#server/storage/stores';
import { SEEDS } from '#tests/support/chance';
import { memoryStore, type Records, wrapped } from '#tests/support/stores/memory-store';
import { readNextRecords } from './unreadable.ts';

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
