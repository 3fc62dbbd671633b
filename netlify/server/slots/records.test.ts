import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isConsultation } from '#lead/visits';
import { slotKey, slotStart } from './records.ts';

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

test('a visit without a kind is a consultation', () => {
  expect([undefined, 'consultation', 'measure'].map(isConsultation)).toEqual([true, true, false]);
});
