import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { unbroken } from '#lib/unbroken';
import {
  byZonedDay,
  zonedAt,
  zonedDate,
  zonedDateTime,
  zonedDay,
  zonedDayBriefly,
  zonedDayAndTime,
  zonedMoment,
  zonedTime,
  zonedVisit,
  minutesOf,
} from './zone.ts';
import { HOUR } from './units.ts';

const visitorZones = ['America/New_York', 'America/Los_Angeles', 'Asia/Tokyo', 'Asia/Kolkata'];
const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const home = process.env['TZ'];

/** From here on, the machine is where the visitor is. */
function visitFrom(zone: string): void {
  process.env['TZ'] = zone;
}
afterEach(() => {
  if (home === undefined) delete process.env['TZ'];
  else process.env['TZ'] = home;
});

test.each([
  ['2026-12-01T15:30:00.000Z', 'Tuesday, December 1', '10:30 AM'],
  ['2026-12-05T17:00:00.000Z', 'Saturday, December 5', '12:00 PM'],
  ['2026-07-06T13:00:00.000Z', 'Monday, July 6', '9:00 AM'],
  // In Tokyo and in UTC this is already the next day.
  ['2026-12-02T01:00:00.000Z', 'Tuesday, December 1', '8:00 PM'],
  // The last minute before, and the first after the clocks change.
  ['2026-03-08T06:59:00.000Z', 'Sunday, March 8', '1:59 AM'],
  ['2026-03-08T07:00:00.000Z', 'Sunday, March 8', '3:00 AM'],
  ['2026-11-01T05:59:00.000Z', 'Sunday, November 1', '1:59 AM'],
  ['2026-11-01T06:00:00.000Z', 'Sunday, November 1', '1:00 AM'],
])('%s is %s, %s', (instant, day, time) => {
  expect(zonedDay(instant)).toBe(day);
  expect(zonedTime(instant)).toBe(time);
  expect(zonedDayAndTime(instant)).toBe(`${day} at ${time}`);
});

describe.each(visitorZones)('for a visitor in %s', (zone) => {
  /** The platform's own view of New York, as an independent witness. */
  const witness = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const visits = fc
    .record({ day: fc.integer({ min: 0, max: 2 * 365 }), quarter: fc.integer({ min: 8 * 4, max: 19 * 4 }) })
    .map(({ day, quarter }) => new Date(Date.UTC(2026, 0, 1 + day) + (5 + quarter / 4) * HOUR).toISOString());

  test('every time of two years at which anybody visits is the Eastern one', () => {
    visitFrom(zone);
    fc.assert(
      fc.property(visits, (instant) => {
        const part = Object.fromEntries(
          witness.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
        );
        expect(zonedDay(instant)).toBe(`${part['weekday']}, ${part['month']} ${part['day']}`);
        expect(zonedTime(instant)).toBe(`${part['hour']}:${part['minute']} ${part['dayPeriod']}`);
        const [{ weekday } = { weekday: -1 }] = byZonedDay([{ start: instant, end: instant }]);
        expect(WEEK[weekday]).toBe(part['weekday']);
      }),
    );
  });

  test('slots stay together by Eastern day, in order, and none is lost', () => {
    visitFrom(zone);
    fc.assert(
      fc.property(fc.uniqueArray(visits, { maxLength: 40 }), (starts) => {
        const slots = starts.map((start) => ({ start, end: new Date(Date.parse(start) + HOUR).toISOString() }));
        const days = byZonedDay(slots);
        expect(days.flatMap((day) => day.slots)).toEqual(slots.sort((a, b) => a.start.localeCompare(b.start)));
        expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
        for (const day of days) {
          for (const { start } of day.slots) expect(zonedDay(start)).toBe(day.heading);
          expect(day.heading.split(',')[0]).toBe(WEEK[day.weekday]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('the test really moves the visitor', () => {
  visitFrom('Asia/Tokyo');
  expect(new Date('2026-12-01T15:30:00.000Z').getHours()).toBe(0);
});

test('a slot is as long as from its start to its end, the night of the change included', () => {
  expect(minutesOf({ start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z' })).toBe(60);
  expect(minutesOf({ start: '2026-11-01T05:30:00.000Z', end: '2026-11-01T07:00:00.000Z' })).toBe(90);
});

const now = new Date('2026-11-21T04:30:00.000Z');

test.each<[string, string, string?]>([
  ['2026-11-21T04:29:00.000Z', 'Today, 11:29 PM'],
  ['2026-11-20T05:00:00.000Z', 'Today, 12:00 AM'],
  ['2026-11-20T04:59:00.000Z', 'Yesterday, 11:59 PM'],
  ['2026-11-19T04:59:00.000Z', 'Nov 18, 11:59 PM'],
  ['2026-01-01T05:00:00.000Z', 'Jan 1, 12:00 AM'],
  ['2026-01-01T04:59:00.000Z', 'Dec 31, 2025, 11:59 PM'],
  // The day before the first of a month, and across the end of daylight-saving time.
  ['2026-10-31T23:30:00.000Z', 'Yesterday, 7:30 PM', '2026-11-01T12:00:00.000Z'],
  ['2026-11-01T05:30:00.000Z', 'Yesterday, 1:30 AM', '2026-11-02T05:30:00.000Z'],
  ['2026-11-01T06:30:00.000Z', 'Yesterday, 1:30 AM', '2026-11-02T05:30:00.000Z'],
])('for the owner %s was %s', (instant, words, at = now.toISOString()) => {
  expect(zonedMoment(instant, new Date(at))).toBe(unbroken(words));
});

test.each([
  ['2026-12-01T15:30:00.000Z', 'Tue, Dec 1, 10:30 AM'],
  ['2027-01-01T15:30:00.000Z', 'Fri, Jan 1, 2027, 10:30 AM'],
])('a visit at %s is on %s', (instant, words) => {
  expect(zonedVisit(instant, now)).toBe(unbroken(words));
});

test('in a file an instant is a day, and a time', () => {
  expect(zonedDate(now.toISOString())).toBe('2026-11-20');
  expect(zonedDateTime(now.toISOString())).toBe('2026-11-20 23:30');
});

test.each([
  ['2026-12-01T15:30:00.000Z', 'martes, 1 de diciembre', 'mar, 1 dic', 'a las 10:30 a. m.'],
  ['2026-12-05T18:30:00.000Z', 'sábado, 5 de diciembre', 'sáb, 5 dic', 'a la 1:30 p. m.'],
  ['2026-12-05T17:00:00.000Z', 'sábado, 5 de diciembre', 'sáb, 5 dic', 'a las 12:00 p. m.'],
  ['2026-03-11T15:00:00.000Z', 'miércoles, 11 de marzo', 'mié, 11 mar', 'a las 11:00 a. m.'],
])('%s in Spanish is %s, %s, %s', (instant, day, briefly, at) => {
  expect(zonedDay(instant, 'es-US')).toBe(day);
  expect(zonedDayBriefly(instant, 'es-US')).toBe(briefly);
  expect(zonedAt(instant, 'es-US').replaceAll('\u00a0', ' ')).toBe(at);
  const [headed] = byZonedDay([{ start: instant, end: instant }], 'es-US');
  expect(headed?.heading).toBe(`${day.charAt(0).toUpperCase()}${day.slice(1).replace(',', '')}`);
  // No line ends within the time.
  expect(zonedTime(instant, 'es-US')).not.toContain(' ');
});
