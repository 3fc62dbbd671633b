import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isConsultation, SlotRecord, slotKey, slotStart } from './records.ts';

const moment = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2028-01-01T00:00:00Z') });

test('keys sort by time and tell their start', () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [a, b] = [one, other].map((instant) => Math.floor(instant / 1000) * 1000) as [number, number];
      expect(slotStart(slotKey(a))).toBe(a);
      expect(slotKey(a) < slotKey(b)).toBe(a < b);
      expect(slotKey(a)).toMatch(/^[a-z0-9/-]+$/);
    }),
  );
});

test('a record with the names of before December 2026 is read', () => {
  const record = { state: 'booked', lead: 'elise' } as const;
  const read = { ...record, visit: 'elise/1', eventNumber: 2, writes: 5 };
  expect(SlotRecord.parse({ ...record, gen: 2, rev: 5 })).toEqual(read);
  expect(SlotRecord.parse(read)).toEqual(read);
  expect(SlotRecord.safeParse({ ...record, gen: 2 }).success).toBe(false);
});

test('a visit without a kind, from before there were kinds, is a consultation', () => {
  expect([undefined, 'consultation', 'measure'].map(isConsultation)).toEqual([true, true, false]);
});
