import { format } from 'date-fns/format';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { isHoliday } from './holidays.ts';
import {
  type Interval,
  isBlocked,
  isOffered,
  offeredWindow,
  openSlots,
  type Schedule,
  startsOn,
  usualHours,
} from './times.ts';
import { dateAt, instantAt } from './zone.ts';

const HOUR = 60 * 60_000;
const from = Date.parse('2026-01-01T00:00:00Z');
const to = Date.parse('2028-01-01T00:00:00Z');
const moment = fc.integer({ min: from, max: to });

const inTheEast = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The calendar and the clock in New York, told without the code under test. */
function eastern(instant: number): { date: string; weekday: number; clock: string } {
  const part = Object.fromEntries(inTheEast.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    weekday: weekdays.indexOf(part['weekday'] ?? ''),
    clock: `${part['hour']}:${part['minute']}`,
  };
}

describe('at any moment of two years', () => {
  test('every slot is an hour of the grid, in order, after the notice, within the days ahead and the hours, and may be booked', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 15 * 60_000 }), (now, later) => {
        const lastDay = eastern(now + 15 * 24 * HOUR).date;
        const window = offeredWindow(visitRules, now);
        let before = now;
        for (const slot of openSlots(visitRules, [], now)) {
          const { date, weekday, clock } = eastern(slot.start);
          expect(slot.end - slot.start).toBe(HOUR);
          expect(slot.start).toBeGreaterThanOrEqual(Math.max(before, now + 24 * HOUR));
          before = slot.end;
          expect(date <= lastDay).toBe(true);
          expect(weekday).not.toBe(0);
          expect(['09:00', '10:30', '12:00', '13:30', '15:00', '16:30']).toContain(clock);
          expect(eastern(slot.end).clock <= (weekday === 6 ? '15:00' : '18:00')).toBe(true);
          expect(isHoliday(visitRules.holidays, date)).toBe(false);
          expect(slot.start >= window.start && slot.end <= window.end).toBe(true);
          // For the grace after, too.
          expect(isOffered(visitRules, slot, now) && isOffered(visitRules, slot, now + later)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('nothing that touches a busy time is offered, and everything else still is', () => {
    const busyInterval = fc
      .tuple(moment, fc.integer({ min: 1, max: 6 * HOUR }))
      .map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(
        moment,
        fc.array(busyInterval, { maxLength: 20 }),
        fc.integer({ min: 0, max: 30 }),
        (now, intervals, days) => {
          const near = intervals.map(({ start, end }) => ({
            start: now + days * HOUR,
            end: now + days * HOUR + (end - start),
          }));
          const busy = [...intervals, ...near];
          const overlaps = (slot: Interval) => busy.some((taken) => taken.start < slot.end && slot.start < taken.end);
          const expected = openSlots(visitRules, [], now).filter((slot) => !overlaps(slot));
          expect(openSlots(visitRules, busy, now)).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a time that is not on offer may not be booked', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 59 }), (now, minutes) => {
        const [slot] = openSlots(visitRules, [], now) as [Interval];
        const moved = { start: slot.start + minutes * 60_000, end: slot.end + minutes * 60_000 };
        expect(isOffered(visitRules, moved, now)).toBe(false);
        expect(isOffered(visitRules, { ...slot, end: slot.end + 1 }, now)).toBe(false);
        expect(isOffered(visitRules, slot, slot.start - 24 * HOUR + 15 * 60_000 + 1)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

describe('daylight-saving time', () => {
  test.each([
    ['begins', '2027-03-11T12:00:00Z', '2027-03-13T14:00:00.000Z', '2027-03-15T13:00:00.000Z'],
    ['ends', '2026-10-29T12:00:00Z', '2026-10-31T13:00:00.000Z', '2026-11-02T14:00:00.000Z'],
  ])('%s: nine in the morning stays nine in the morning', (_, now, before, after) => {
    const starts = openSlots(visitRules, [], Date.parse(now)).map(({ start }) => new Date(start).toISOString());
    expect(starts).toContain(before);
    expect(starts).toContain(after);
  });
});

test('a weekday has six visits, a Saturday four, a Sunday and a closed day none', () => {
  const slots = openSlots(visitRules, [], Date.parse('2026-11-20T02:00:00Z'));
  const perDay = Map.groupBy(slots, ({ start }) => eastern(start).date);
  const [monday, saturday, sunday, holiday] = ['2026-11-23', '2026-11-28', '2026-11-29', '2026-11-26'];
  expect([monday, saturday, sunday, holiday].map((day) => perDay.get(day)?.length)).toEqual([
    6,
    4,
    undefined,
    undefined,
  ]);
});

describe('hours of the owner’s own', () => {
  /** A week of valid hours: each day closed, or from one start of its grid to another. */
  const weekly = fc.tuple(...Array.from({ length: 7 }, (_, weekday) => dayHours(weekday)));
  const away = fc.array(fc.tuple(moment, fc.integer({ min: 1, max: 80 * HOUR })), { maxLength: 5 });

  function dayHours(weekday: number) {
    const starts = startsOn(visitRules, weekday);
    const index = fc.integer({ min: 0, max: starts.length - 1 });
    const open = fc.tuple(index, index).map(([one, other]) => ({
      first: starts[Math.min(one, other)] as string,
      last: starts[Math.max(one, other)] as string,
    }));
    return fc.option(open);
  }

  const schedules = fc.tuple(moment, weekly, away).map(([now, week, periods]): [number, Schedule] => {
    const near = periods.map(([at, length]) => {
      const start = now + (at % (16 * 24 * HOUR));
      return { start, end: start + length };
    });
    return [now, { ...visitRules, weekly: week, away: near }];
  });

  test('every slot keeps to them by the clock in New York, and to no time away; under other hours it stays, or is blocked', () => {
    fc.assert(
      fc.property(schedules, weekly, ([now, schedule], other) => {
        const changed = { ...schedule, weekly: other };
        const later = openSlots(changed, [], now);
        for (const slot of openSlots(schedule, [], now)) {
          const { weekday, clock } = eastern(slot.start);
          const hours = schedule.weekly?.[weekday];
          expect(hours && hours.first <= clock && hours.last >= clock).toBe(true);
          expect(schedule.away?.some(({ start, end }) => start < slot.end && slot.start < end)).toBe(false);
          expect(isOffered(schedule, slot, now)).toBe(true);
          expect(isBlocked(schedule, slot)).toBe(false);
          const isStill = later.some(({ start }) => start === slot.start);
          expect(isBlocked(changed, slot)).toBe(!isStill);
          expect(isOffered(changed, slot, now)).toBe(isStill);
          const touching = later.filter(({ start, end }) => start < slot.end && slot.start < end);
          expect(touching.length).toBe(isStill ? 1 : 0);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('what was blocked a moment ago has no grace', () => {
    const now = Date.parse('2026-11-30T15:00:00Z');
    const [slot] = openSlots(visitRules, [], now) as [Interval];
    const away = [{ start: slot.start + 30 * 60_000, end: slot.end + HOUR }];
    expect(isOffered(visitRules, slot, now)).toBe(true);
    expect(isOffered({ ...visitRules, away }, slot, now)).toBe(false);
    expect(isOffered({ ...visitRules, away: [{ start: slot.end, end: slot.end + HOUR }] }, slot, now)).toBe(true);
  });

  test('the usual ones are those of the rules', () => {
    const week = usualHours(visitRules);
    expect(week.map((day) => day && `${day.first}-${day.last}`)).toEqual([
      null,
      ...Array.from({ length: 5 }, () => '09:00-16:30'),
      '09:00-13:30',
    ]);
    fc.assert(
      fc.property(moment, (now) => {
        expect(openSlots({ ...visitRules, weekly: week }, [], now)).toEqual(openSlots(visitRules, [], now));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the zone’s days and instants, kept, are those that are asked for anew', () => {
  test.each(['America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'Pacific/Apia', 'UTC'])('%s', (zone) => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 24 * 60 - 1 }), (instant, minute) => {
        const date = format(toZonedTime(instant, zone), 'yyyy-MM-dd');
        expect(dateAt(zone, instant)).toBe(date);
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        expect(instantAt(zone, date, minute)).toBe(fromZonedTime(`${date}T${clock}`, zone).getTime());
      }),
      { numRuns: 100 },
    );
  });

  test('a day that begins at one o’clock, since clocks leap over midnight, has not begun an hour before', () => {
    const leap = Date.parse('2026-03-08T05:00:00Z');
    expect(dateAt('America/Havana', leap - 1)).toBe('2026-03-07');
    expect(dateAt('America/Havana', leap)).toBe('2026-03-08');
  });
});
