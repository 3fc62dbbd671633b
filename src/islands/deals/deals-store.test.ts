import { expect, test } from 'vitest';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { HOUR } from '#lib/time/units';
import { dismiss, isDismissed } from './deals-store.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');

function memory(kept?: string): Storage {
  const storage = new MemoryStorage();
  if (kept !== undefined) storage.setItem('deals-popup-dismissed', kept);
  return storage;
}

const blocked = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test('the dismissal of the deals popup is kept as the milliseconds of its moment, under its specified name', () => {
  const storage = memory();
  dismiss(() => storage, NOW);
  expect(storage.getItem('deals-popup-dismissed')).toBe(String(NOW));
});

test.each([
  ['at once', 0, true],
  ['a millisecond short of 24 hours', 24 * HOUR - 1, true],
  ['after 24 hours', 24 * HOUR, false],
  ['when it lies in the future', -1, false],
])('the dismissal of the deals popup holds or not, %s', (_, age, holds) => {
  const storage = memory(String(NOW - age));
  expect(isDismissed(() => storage, NOW)).toBe(holds);
});

test.each([undefined, 'true'])('the dismissal of the deals popup is none in a storage that holds %j', (kept) => {
  expect(isDismissed(() => memory(kept), NOW)).toBe(false);
});

test('the dismissal of the deals popup costs nothing but itself where storage is blocked', () => {
  expect(() => dismiss(blocked, NOW)).not.toThrow();
  expect(isDismissed(blocked, NOW)).toBe(false);
});
