import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { weekdayOf } from '#lib/time/dates';
import { holidaysBetween, isHoliday } from './holidays.ts';

const { holidays } = visitRules;
const datesOf = (year: number) => holidaysBetween(holidays, `${year}-01-01`, `${year}-12-31`).map(({ date }) => date);

test('the days off that were listed by hand are closed, and so are the holidays themselves', () => {
  const listed = ['2026-11-26', '2026-12-25', '2027-01-01', '2027-05-31', '2027-07-05', '2027-09-06'];
  for (const date of [...listed, '2027-11-25', '2027-12-24', '2027-12-25', '2027-12-31', '2028-01-01']) {
    expect([date, isHoliday(holidays, date)]).toEqual([date, true]);
  }
  expect(datesOf(2026)).toEqual([
    ...['2026-01-01', '2026-05-25', '2026-07-03', '2026-07-04', '2026-09-07', '2026-11-26', '2026-12-25'],
  ]);
  expect(isHoliday(holidays, '2026-11-27')).toBe(false);
});

test('they say their names', () => {
  expect(holidaysBetween(holidays, '2027-12-01', '2028-01-02')).toEqual([
    { date: '2027-12-24', name: 'Christmas Day, observed' },
    { date: '2027-12-25', name: 'Christmas Day' },
    { date: '2027-12-31', name: 'New Year’s Day, observed' },
    { date: '2028-01-01', name: 'New Year’s Day' },
  ]);
});

test('no year is without them, however far ahead', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2026, max: 2999 }), (year) => {
      const dates = datesOf(year);
      expect(dates).toEqual(dates.toSorted());
      expect(dates.length).toBeGreaterThanOrEqual(6);
      expect(dates.length).toBeLessThanOrEqual(10);
      expect(dates).toEqual(expect.arrayContaining([`${year}-01-01`, `${year}-07-04`, `${year}-12-25`]));
      expect(weekdayOf(dates.find((date) => date.startsWith(`${year}-05`)) ?? '')).toBe(1);
      expect(weekdayOf(dates.find((date) => date.startsWith(`${year}-11`)) ?? '')).toBe(4);
    }),
  );
});
