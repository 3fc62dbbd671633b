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
const eastern = (instant: number, pattern: string) => format(toZonedTime(instant, 'America/New_York'), pattern);

/** Florida's wall clock as a decimal, such as 13.5. */
const wallClock = (instant: number) => Number(eastern(instant, 'H')) + Number(eastern(instant, 'm')) / 60;

describe('at any moment of two years', () => {
  test('every slot is 60 minutes, after the notice, within the days ahead and inside the Eastern hours', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const lastDay = eastern(now + 15 * 24 * HOUR, 'yyyy-MM-dd');
        for (const { start, end } of openSlots(visitRules, [], now)) {
          const weekday = Number(eastern(start, 'i'));
          expect(end - start).toBe(HOUR);
          expect(start).toBeGreaterThanOrEqual(now + 24 * HOUR);
          expect(eastern(start, 'yyyy-MM-dd') <= lastDay).toBe(true);
          expect(weekday).not.toBe(7);
          expect(wallClock(start)).toBeGreaterThanOrEqual(9);
          expect(wallClock(end)).toBeLessThanOrEqual(weekday === 6 ? 15 : 18);
          expect(isHoliday(visitRules.holidays, eastern(start, 'yyyy-MM-dd'))).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('slots come in order, never overlap, and start on the same wall clock every day', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const slots = openSlots(visitRules, [], now);
        slots.slice(1).forEach((slot, index) => {
          expect(slot.start).toBeGreaterThanOrEqual((slots[index] as Interval).end);
        });
        const clocks = new Set(slots.map(({ start }) => eastern(start, 'H:mm')));
        expect(['9:00', '10:30', '12:00', '13:30', '15:00', '16:30']).toEqual(expect.arrayContaining([...clocks]));
      }),
      { numRuns: 400 },
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
      { numRuns: 300 },
    );
  });

  test('whatever is offered may be booked now and for the grace after, and lies in the window that is asked for', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 15 * 60_000 }), (now, later) => {
        const window = offeredWindow(visitRules, now);
        for (const slot of openSlots(visitRules, [], now)) {
          expect(isOffered(visitRules, slot, now)).toBe(true);
          expect(isOffered(visitRules, slot, now + later)).toBe(true);
          expect(slot.start >= window.start && slot.end <= window.end).toBe(true);
        }
      }),
      { numRuns: 60 },
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
      { numRuns: 100 },
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
  const perDay = Map.groupBy(slots, ({ start }) => eastern(start, 'EEE yyyy-MM-dd'));
  expect(perDay.get('Mon 2026-11-23')).toHaveLength(6);
  expect(perDay.get('Sat 2026-11-28')).toHaveLength(4);
  expect([...perDay.keys()].filter((day) => day.startsWith('Sun'))).toEqual([]);
  expect(perDay.has('Thu 2026-11-26')).toBe(false);
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

  test('every slot keeps to them by the clock in Florida, and to no time away', () => {
    fc.assert(
      fc.property(schedules, ([now, schedule]) => {
        for (const slot of openSlots(schedule, [], now)) {
          const hours = schedule.weekly?.[Number(eastern(slot.start, 'i')) % 7];
          expect(hours && hours.first <= eastern(slot.start, 'HH:mm')).toBe(true);
          expect(hours && hours.last >= eastern(slot.start, 'HH:mm')).toBe(true);
          expect(schedule.away?.some(({ start, end }) => start < slot.end && slot.start < end)).toBe(false);
          expect(isOffered(schedule, slot, now)).toBe(true);
          expect(isBlocked(schedule, slot)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a slot under one schedule is a slot under another or blocked there, and never overlaps another’s', () => {
    fc.assert(
      fc.property(schedules, weekly, ([now, schedule], other) => {
        const changed = { ...schedule, weekly: other };
        const later = openSlots(changed, [], now);
        for (const slot of openSlots(schedule, [], now)) {
          const isStill = later.some(({ start }) => start === slot.start);
          expect(isBlocked(changed, slot)).toBe(!isStill);
          expect(isOffered(changed, slot, now)).toBe(isStill);
          const touching = later.filter(({ start, end }) => start < slot.end && slot.start < end);
          expect(touching.length).toBe(isStill ? 1 : 0);
        }
      }),
      { numRuns: 200 },
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
      { numRuns: 50 },
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
      { numRuns: 300 },
    );
  });

  test('a day that begins at one o’clock, since clocks leap over midnight, has not begun an hour before', () => {
    const leap = Date.parse('2026-03-08T05:00:00Z');
    expect(dateAt('America/Havana', leap - 1)).toBe('2026-03-07');
    expect(dateAt('America/Havana', leap)).toBe('2026-03-08');
  });
});
