import { expect, test } from 'vitest';
import { MINUTE } from './units.ts';
import { zonedToday, newestFirst } from './dates.ts';
import { longDate } from './zone.ts';

const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

test('every hour of a year, and both changes of the clock to the minute, it is the day of the zone', () => {
  const years = Array.from({ length: 366 * 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour));
  const changes = ['2026-03-08', '2026-11-01'].flatMap((day) =>
    Array.from({ length: 24 * 60 }, (_, minute) => Date.parse(`${day}T00:00Z`) + minute * MINUTE),
  );
  const wrong = [...years, ...changes].filter((instant) => zonedToday(new Date(instant)) !== zoned.format(instant));
  expect(wrong).toEqual([]);
});

test('a date is read as the day it names, in any zone', () => {
  expect(longDate('2026-11-03')).toBe('November 3, 2026');
  expect(longDate('2024-02-29')).toBe('February 29, 2024');
  expect(longDate('2026-11-03', 'es-US')).toBe('3 de noviembre de 2026');
});

test('the newest comes first; of one day, the first by title', () => {
  const posts = [
    { data: { date: '2026-09-22', title: 'Rooms' } },
    { data: { date: '2026-11-03', title: 'Motors' } },
    { data: { date: '2026-11-03', title: 'Heat' } },
  ];
  expect(newestFirst(posts).map(({ data }) => data.title)).toEqual(['Heat', 'Motors', 'Rooms']);
});
