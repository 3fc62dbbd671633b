import { expect, test } from 'vitest';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { HOUR } from '#lib/time/units';
import { ASKED, BOOKED_VISIT } from '#browser/booked-visit';
import { UNDELIVERED } from '#browser/browser-storage';
import { dismiss, forgetClaim, isUnwelcome, keepClaim, keptClaim } from './popup-memory.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');

function keeping(local: Record<string, string> = {}, session: Record<string, string> = {}) {
  return [local, session].map((items) => {
    const storage = new MemoryStorage();
    for (const [name, text] of Object.entries(items)) storage.setItem(name, text);
    return () => storage;
  }) as [() => MemoryStorage, () => MemoryStorage];
}

const blocked = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test('the dismissal of the deals popup is kept as the milliseconds of its moment, under its specified name', () => {
  const [local] = keeping();
  dismiss(local, NOW);
  expect(local().getItem('deals-popup-dismissed')).toBe(String(NOW));
});

const visit = (end: string) => JSON.stringify({ start: end, end, city: 'Town', page: '' });

test.each([
  ['nothing', {}, {}, false],
  ['a dismissal at once', { 'deals-popup-dismissed': `${NOW}` }, {}, true],
  ['a dismissal a millisecond short of 24 hours ago', { 'deals-popup-dismissed': `${NOW - 24 * HOUR + 1}` }, {}, true],
  ['a dismissal 24 hours ago', { 'deals-popup-dismissed': `${NOW - 24 * HOUR}` }, {}, false],
  ['a dismissal in the future', { 'deals-popup-dismissed': `${NOW + 1}` }, {}, false],
  ['a dismissal that is no time', { 'deals-popup-dismissed': 'true' }, {}, false],
  ['a visit to come', { [BOOKED_VISIT]: visit('2026-11-22T15:00:00Z') }, {}, true],
  ['a visit that is over', { [BOOKED_VISIT]: visit('2026-11-20T15:00:00Z') }, {}, false],
  ['a callback that was asked for', {}, { [ASKED]: '{}' }, true],
  ['a request that could not be delivered', { [`${UNDELIVERED}key`]: '{}' }, {}, true],
])('the deals popup meets a visitor whose browser keeps %s', (_, local, session, isAway) => {
  expect(isUnwelcome(...keeping(local, session), NOW)).toBe(isAway);
});

test('a claim is kept for the request that follows, for 30 days; meanwhile the deals popup stays away', () => {
  const [local, session] = keeping();
  const days = (count: number) => NOW + count * 24 * HOUR;
  expect(keptClaim(local, NOW)).toBe('');
  keepClaim(local, 'Offer: Shades, $75 off', NOW);
  expect(keptClaim(local, days(29))).toBe('Offer: Shades, $75 off');
  expect([isUnwelcome(local, session, days(29)), isUnwelcome(local, session, days(30))]).toEqual([true, false]);
  forgetClaim(local);
  expect(isUnwelcome(local, session, NOW)).toBe(false);
});

test('a blocked storage costs the deals popup nothing but what it would have kept', () => {
  expect(() => dismiss(blocked, NOW)).not.toThrow();
  expect(isUnwelcome(blocked, blocked, NOW)).toBe(false);
});
