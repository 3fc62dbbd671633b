import { expect, test, vi } from 'vitest';
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

test('in the hour of doubt the zone is asked only where it makes a difference', () => {
  const zone = vi.spyOn(Date.prototype, 'toLocaleDateString');
  const winter = new Date('2026-01-01T04:30:00Z');
  const summer = new Date('2026-07-01T04:30:00Z');
  const until = (last: string) => (day: string) => (day > last ? 'ended' : 'running');
  expect([zonedToday(winter, until('2026-02-01')), zonedToday(summer, until('2026-06-01'))]).toHaveLength(2);
  expect(zone).not.toHaveBeenCalled();
  expect(until('2025-12-31')(zonedToday(winter, until('2025-12-31')))).toBe('running');
  expect(until('2026-06-30')(zonedToday(summer, until('2026-06-30')))).toBe('ended');
  zone.mockRestore();
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
