import { expect, test } from 'vitest';
import { DAY, HOUR } from '#lib/time/units';
import { awayEnd, awayId, awayOf, awayWithin } from './away.ts';
import type { AwayPeriod } from '#contracts/hours';

const zone = 'America/New_York';
const wednesdays: AwayPeriod = {
  first: '2026-11-04',
  last: '2026-11-04',
  from: '12:00',
  until: '14:00',
  repeat: 'weekly',
  repeatUntil: '2027-06-30',
};
const christmas: AwayPeriod = { first: '2026-12-30', last: '2027-01-02', repeat: 'yearly' };

/** An hour from the local time on. */
function isAway(period: AwayPeriod, local: string): boolean {
  const start = Date.parse(local);
  return awayWithin({ timeZone: zone, repeated: [period] }, { start, end: start + HOUR }).length > 0;
}

test('an id says all of a time away, and is read again as it was', () => {
  const once: AwayPeriod = { first: '2026-11-05', last: '2026-11-05', from: '09:00', until: '09:45' };
  const ids = [once, wednesdays, christmas].map(awayId);
  expect(ids).toEqual([
    '2026-11-05-2026-11-05-0900-0945',
    '2026-11-04-2026-11-04-1200-1400-weekly-2027-06-30',
    '2026-12-30-2027-01-02-yearly',
  ]);
  expect(ids.map(awayOf)).toEqual([once, wednesdays, christmas]);
  const wrong = ['2026-11-05', '2026-11-05-2026-11-05-monthly', '2026-11-05-2026-11-05-weekly-2026-99-99'];
  expect(wrong.map(awayOf)).toEqual([null, null, null]);
});

test.each([
  ['before the first', '2026-10-28T12:30:00-04:00', false],
  ['the first', '2026-11-04T13:30:00-05:00', true],
  ['an hour before it', '2026-11-11T11:00:00-05:00', false],
  ['a part of it', '2026-11-11T11:30:00-05:00', true],
  ['an hour after it', '2026-11-11T14:00:00-05:00', false],
  ['another weekday', '2026-11-12T12:30:00-05:00', false],
  ['in summer, by the clock', '2027-06-30T13:30:00-04:00', true],
  ['after the last', '2027-07-07T12:30:00-04:00', false],
])('each Wednesday, 12 to 2, until June: %s', (_, local, expected) => {
  expect(isAway(wednesdays, local)).toBe(expected);
});

test.each([
  ['the first', '2027-01-02T23:00:00-05:00', true],
  ['its end', '2027-01-03T00:00:00-05:00', false],
  ['ten years later, over New Year', '2037-01-01T09:00:00-05:00', true],
  ['ten years later, in summer', '2037-07-01T09:00:00-04:00', false],
])('each year: %s', (_, local, expected) => {
  expect(isAway(christmas, local)).toBe(expected);
});

test('asked for a year at once, the hours are away that the calendar says', () => {
  const fortnight: AwayPeriod = {
    first: '2026-11-20',
    last: '2026-12-03',
    repeat: 'weekly',
    repeatUntil: '2026-12-04',
  };
  const repeated = [wednesdays, christmas, fortnight];
  const start = Date.parse('2026-10-01T00:00:00-04:00');
  const times = awayWithin({ timeZone: zone, repeated }, { start, end: start + 366 * DAY });
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  for (let hour = start; hour < start + 366 * DAY; hour += HOUR) {
    const [date = '', time = ''] = clock.format(hour).split(' ');
    const isWithin = (first: string, last: string) => first <= date && date <= last;
    const isWednesday = new Date(date).getUTCDay() === 3 && isWithin('2026-11-04', '2027-06-30');
    // It begins on three Fridays, the last one on December 4.
    const isAllDay = isWithin('2026-11-20', '2026-12-17') || isWithin('2026-12-30', '2027-01-02');
    const isInOne = times.some((one) => one.start < hour + HOUR && hour < one.end);
    expect([date, time, isInOne]).toEqual([date, time, isAllDay || (isWednesday && /^1[23]/.test(time))]);
  }
});

test('February 29 is March 1 in other years', () => {
  const leap: AwayPeriod = { first: '2028-02-29', last: '2028-02-29', repeat: 'yearly' };
  expect(isAway(leap, '2029-03-01T09:00:00-05:00')).toBe(true);
  expect(isAway(leap, '2029-02-28T09:00:00-05:00')).toBe(false);
});

test('a time away that comes again is over after the last one, or never', () => {
  expect(awayEnd(zone, wednesdays)).toBe(Date.parse('2027-07-01T00:00:00-04:00'));
  expect(awayEnd(zone, christmas)).toBe(Infinity);
});
