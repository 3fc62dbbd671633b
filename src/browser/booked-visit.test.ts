import { expect, test } from 'vitest';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { BOOKED_VISIT, keepVisit, keptVisit } from './booked-visit.ts';

test('a visit is kept until it is over, and then forgotten', () => {
  const storage = new MemoryStorage();
  const visit = { start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z', city: 'Roswell', page: '' };
  const end = Date.parse(visit.end);
  keepVisit(storage, visit);
  expect(keptVisit(storage, end - 1)).toEqual(visit);
  expect(keptVisit(storage, end)).toBeNull();
  expect(storage.getItem(BOOKED_VISIT)).toBeNull();
});

test.each(['"soon"', '{"start":1}', '{"start":"","end":"9","city":"","page":"","contact":"Ann"}'])(
  'what is stored in another shape is no visit: %s',
  (stored) => {
    const storage = new MemoryStorage();
    storage.setItem(BOOKED_VISIT, stored);
    expect(keptVisit(storage, 0)).toBeNull();
  },
);
