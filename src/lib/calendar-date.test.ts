import { expect, test } from 'vitest';
import { easternDate, longDate, newestFirst } from './calendar-date.ts';

test.each([
  ['2026-01-01T04:59:59Z', '2025-12-31'],
  ['2026-01-01T05:00:00Z', '2026-01-01'],
  ['2026-07-01T03:59:59Z', '2026-06-30'],
  ['2026-07-01T04:00:00Z', '2026-07-01'],
])('at %s it is %s in the Eastern zone', (instant, date) => {
  expect(easternDate(new Date(instant))).toBe(date);
});

test('a date is read as the day it names, in any zone', () => {
  expect(longDate('2026-11-03')).toBe('November 3, 2026');
  expect(longDate('2024-02-29')).toBe('February 29, 2024');
});

test('the newest comes first; of one day, the first by title', () => {
  const posts = [
    { data: { date: '2026-09-22', title: 'Rooms' } },
    { data: { date: '2026-11-03', title: 'Motors' } },
    { data: { date: '2026-11-03', title: 'Heat' } },
  ];
  expect(newestFirst(posts).map(({ data }) => data.title)).toEqual(['Heat', 'Motors', 'Rooms']);
});
