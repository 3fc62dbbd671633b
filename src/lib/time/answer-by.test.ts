import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { answerBy } from './answer-by.ts';
import { answerDay, openOn } from './answer-day.ts';
import { HOUR } from './units.ts';
import { zonedDate, zonedDayAndTime, zonedHour } from './zone.ts';

const workday = [8, 18] as const;
const hours = { 1: workday, 2: workday, 3: workday, 4: workday, 5: workday, 6: [9, 16] } as const;
const rule = { withinHours: 24, hours, holidays: visitRules.holidays };

// 2026-11-16 is a Monday. All in New York, an hour earlier in UTC until the clocks change.
test.each([
  ['on Monday before noon', '2026-11-16T11:40:00-05:00', 'hour', 'Tuesday, November 17 at 11:00 AM'],
  ['at noon itself', '2026-11-16T12:00:00-05:00', 'noon', 'Tuesday, November 17 at 12:00 PM'],
  ['in the afternoon, by the full hour before', '2026-11-16T14:20:00-05:00', 'hour', 'Tuesday, November 17 at 2:00 PM'],
  ['in the evening, while somebody is there', '2026-11-16T21:30:00-05:00', 'hour', 'Tuesday, November 17 at 6:00 PM'],
  ['just after opening, by the evening before', '2026-11-16T08:10:00-05:00', 'hour', 'Monday, November 16 at 6:00 PM'],
  ['after midnight', '2026-11-17T02:00:00-05:00', 'hour', 'Tuesday, November 17 at 6:00 PM'],
  ['on Friday night', '2026-11-20T19:30:00-05:00', 'hour', 'Saturday, November 21 at 4:00 PM'],
  ['on Saturday before noon', '2026-11-21T11:59:00-05:00', 'hour', 'Saturday, November 21 at 4:00 PM'],
  ['from Saturday noon', '2026-11-21T12:00:00-05:00', 'day', 'Monday, November 23 at 12:00 PM'],
  ['until Sunday night', '2026-11-22T23:59:00-05:00', 'day', 'Monday, November 23 at 12:00 PM'],
  ['from Monday on', '2026-11-23T00:00:00-05:00', 'hour', 'Monday, November 23 at 6:00 PM'],
  ['before a holiday', '2026-11-25T10:00:00-05:00', 'hour', 'Wednesday, November 25 at 6:00 PM'],
  ['late before a holiday', '2026-11-25T15:00:00-05:00', 'day', 'Friday, November 27 at 12:00 PM'],
  ['on a holiday', '2026-11-26T11:00:00-05:00', 'day', 'Friday, November 27 at 12:00 PM'],
  ['before a Monday off', '2026-05-23T13:00:00-04:00', 'day', 'Tuesday, May 26 at 12:00 PM'],
  ['over the change of the clocks', '2026-03-06T10:00:00-05:00', 'hour', 'Saturday, March 7 at 10:00 AM'],
] as const)('asked %s, it is answered by', (_, asked, kind, day) => {
  const { at, ...rest } = answerBy(Date.parse(asked), rule);
  expect([rest, zonedDayAndTime(at)]).toEqual([{ kind }, day]);
});

test('a longer promise goes back over days off to the last hour before them', () => {
  const { kind, at } = answerBy(Date.parse('2026-12-31T10:00:00-05:00'), { ...rule, withinHours: 38 });
  expect([kind, zonedDayAndTime(at)]).toEqual(['hour', 'Thursday, December 31 at 6:00 PM']);
});

test('an answer never falls on a day off or outside the hours; what names no day keeps the promise', () => {
  const first = Date.parse('2026-01-01T00:00:00Z');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3 * 365 * 24 * 60 }),
      fc.integer({ min: 1, max: 48 }),
      (minutes, withinHours) => {
        const now = first + minutes * 60_000;
        const { kind, at } = answerBy(now, { ...rule, withinHours });
        const [opens, closes] = openOn(rule, zonedDate(at)) ?? [24, 24];
        expect(zonedHour(at)).toBeGreaterThanOrEqual(opens);
        expect(zonedHour(at)).toBeLessThanOrEqual(closes);
        expect(Date.parse(at) > now || zonedDate(at) === zonedDate(new Date(now).toISOString())).toBe(true);
        if (kind !== 'day') expect(Date.parse(at) - now).toBeLessThanOrEqual(withinHours * HOUR);
        if (withinHours >= 24) expect(kind === 'day').toBe(answerDay(now, rule) !== null);
      },
    ),
  );
});
