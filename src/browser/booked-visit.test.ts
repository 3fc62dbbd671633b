import { expect, test } from 'vitest';
import { DAY } from '#lib/time/units';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { BOOKED_VISIT, keepVisit, keptVisit } from './booked-visit.ts';

test('a visit is kept until it is over, and then forgotten', () => {
  const storage = new MemoryStorage();
  const visit = { start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z', city: 'Roswell', page: '' };
  const end = Date.parse(visit.end);
  keepVisit(storage, visit, 0);
  expect(keptVisit(storage, end - 1)).toMatchObject(visit);
  expect(keptVisit(storage, end)).toBeNull();
  expect(storage.getItem(BOOKED_VISIT)).toBeNull();
});

test('a phone whose clock is past the visit keeps it for two weeks of its own', () => {
  const storage = new MemoryStorage();
  const visit = { start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z', city: 'Roswell', page: '' };
  const wrong = Date.parse('2031-01-01');
  keepVisit(storage, visit, wrong);
  expect(keptVisit(storage, wrong + 13 * DAY)).toMatchObject(visit);
  expect(keptVisit(storage, wrong + 15 * DAY)).toBeNull();
});

test.each(['"soon"', '{"start":1}', '{"start":"","end":"9","city":"","page":"","contact":"Ann"}'])(
  'what is stored in another shape is no visit: %s',
  (stored) => {
    const storage = new MemoryStorage();
    storage.setItem(BOOKED_VISIT, stored);
    expect(keptVisit(storage, 0)).toBeNull();
  },
);
