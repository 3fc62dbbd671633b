import type { Interval } from '#lib/time/interval';
import { format } from 'date-fns/format';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { clockOf } from '#lib/time/open-days';
import { HOUR, MINUTE } from '#lib/time/units';
import { isHoliday } from '#lib/time/holidays';
import { closingsIn, isOffered, offeredWindow, openSlots, type Schedule, usualHours } from './times.ts';
import { dateAt, instantAt } from './zone.ts';

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

test('at any moment of two years every slot is on the grid, in order, within notice, days ahead and hours, and may be booked', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 15 * MINUTE }), (now, later) => {
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
  );
});

test('at any moment of two years nothing that touches a busy time is offered, and everything else still is', () => {
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
  );
});

test('at any moment of two years a time that is not on offer may not be booked', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 59 }), (now, minutes) => {
      const [slot] = openSlots(visitRules, [], now) as [Interval];
      const moved = { start: slot.start + minutes * MINUTE, end: slot.end + minutes * MINUTE };
      expect(isOffered(visitRules, moved, now)).toBe(false);
      expect(isOffered(visitRules, { ...slot, end: slot.end + 1 }, now)).toBe(false);
      const last = slot.start - 24 * HOUR + 15 * MINUTE;
      expect([last, last + 1].map((late) => isOffered(visitRules, slot, late))).toEqual([true, false]);
    }),
  );
});

test.each([
  ['begins', '2027-03-11T12:00:00Z', '2027-03-13T14:00:00.000Z', '2027-03-15T13:00:00.000Z'],
  ['ends', '2026-10-29T12:00:00Z', '2026-10-31T13:00:00.000Z', '2026-11-02T14:00:00.000Z'],
])('daylight-saving time %s: nine in the morning stays nine in the morning', (_, now, before, after) => {
  const starts = openSlots(visitRules, [], Date.parse(now)).map(({ start }) => new Date(start).toISOString());
  expect(starts).toContain(before);
  expect(starts).toContain(after);
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

/** A week of valid hours: up to three stretches a day, from any quarter hour to any later one. */
const quarters = fc.uniqueArray(fc.integer({ min: 24, max: 92 }), { maxLength: 6 });
const day = quarters.map((some) => {
  const sorted = some.toSorted((one, other) => one - other);
  const pairs = Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) =>
    sorted.slice(2 * index, 2 * index + 2),
  );
  return pairs.map(([from = 0, until = 0]) => ({ from: clockOf(from * 15), until: clockOf(until * 15) }));
});
const weekly = fc.tuple(...Array.from({ length: 7 }, () => day));
const length = fc.integer({ min: 1, max: 12 }).map((count) => count * 15);
const settings = fc.record({
  visitMinutes: length,
  stepMinutes: length,
  noticeMinutes: fc.integer({ min: 0, max: 4 * 24 * 60 }),
  daysAhead: fc.integer({ min: 1, max: 30 }),
});
const away = fc.array(fc.tuple(moment, fc.integer({ min: 1, max: 80 * HOUR })), { maxLength: 5 });

const schedules = fc.tuple(moment, weekly, away, settings).map(([now, week, periods, own]): [number, Schedule] => {
  const near = periods.map(([at, long]) => {
    const start = now + (at % (16 * 24 * HOUR));
    return { start, end: start + long };
  });
  return [now, { ...visitRules, ...own, weekly: week, away: near }];
});
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

test('every slot is in a stretch by the clock in New York, on its grid, as long and as late as is set; others’ hours block it or not', () => {
  fc.assert(
    fc.property(schedules, weekly, ([now, schedule], other) => {
      const { visitMinutes, stepMinutes, noticeMinutes, daysAhead } = schedule;
      const changed = { ...schedule, weekly: other };
      const isIn = (week: Schedule['weekly'], slot: Interval) => {
        const [{ weekday, clock }, end] = [eastern(slot.start), eastern(slot.end).clock];
        return week?.[weekday]?.find(({ from, until }) => from <= clock && clock < end && end <= until);
      };
      for (const slot of openSlots(schedule, [], now)) {
        const stretch = isIn(schedule.weekly, slot);
        expect(stretch).toBeDefined();
        expect((minutesOf(eastern(slot.start).clock) - minutesOf(stretch?.from ?? '')) % stepMinutes).toBe(0);
        expect(slot.end - slot.start).toBe(visitMinutes * MINUTE);
        expect(slot.start).toBeGreaterThanOrEqual(now + noticeMinutes * MINUTE);
        expect(eastern(slot.start).date <= eastern(now + (daysAhead + 1) * 24 * HOUR).date).toBe(true);
        expect(schedule.away?.some(({ start, end }) => start < slot.end && slot.start < end)).toBe(false);
        expect(isOffered(schedule, slot, now)).toBe(true);
        expect(closingsIn(schedule, slot)).toEqual([]);
        expect(closingsIn(changed, slot).length > 0).toBe(!isIn(other, slot));
      }
    }),
  );
});

test('a lunch break, a day from 10, and a holiday that is worked', () => {
  const week = usualHours(visitRules).map(() => [
    { from: '10:00', until: '12:00' },
    { from: '13:15', until: '15:30' },
  ]);
  const thanksgiving = '2026-11-26';
  const schedule = { ...visitRules, weekly: week, worked: new Set([thanksgiving]), stepMinutes: 60 };
  const slots = openSlots(schedule, [], Date.parse('2026-11-20T02:00:00Z')).map(({ start }) => eastern(start));
  const clocks = (date: string) => slots.filter((slot) => slot.date === date).map(({ clock }) => clock);
  expect(clocks(thanksgiving)).toEqual(['10:00', '11:00', '13:15', '14:15']);
  expect(clocks('2026-11-22')).toEqual(clocks(thanksgiving));
  expect(openSlots({ ...schedule, worked: new Set() }, [], Date.parse('2026-11-20T02:00:00Z'))).toHaveLength(
    slots.length - 4,
  );
});

test('what was blocked a moment ago has no grace', () => {
  const now = Date.parse('2026-11-30T15:00:00Z');
  const [slot] = openSlots(visitRules, [], now) as [Interval];
  const away = [{ start: slot.start + 30 * MINUTE, end: slot.end + HOUR }];
  expect(isOffered(visitRules, slot, now)).toBe(true);
  expect(isOffered({ ...visitRules, away }, slot, now)).toBe(false);
  expect(isOffered({ ...visitRules, away: [{ start: slot.end, end: slot.end + HOUR }] }, slot, now)).toBe(true);
});

test.each(['America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'Pacific/Apia', 'UTC'])(
  'the days and instants of %s, kept, are those asked for anew',
  (zone) => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 24 * 60 - 1 }), (instant, minute) => {
        const date = format(toZonedTime(instant, zone), 'yyyy-MM-dd');
        expect(dateAt(zone, instant)).toBe(date);
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        expect(instantAt(zone, date, minute)).toBe(fromZonedTime(`${date}T${clock}`, zone).getTime());
      }),
    );
  },
);

test('a day that begins at one o’clock, since clocks leap over midnight, has not begun an hour before', () => {
  const leap = Date.parse('2026-03-08T05:00:00Z');
  expect(dateAt('America/Havana', leap - 1)).toBe('2026-03-07');
  expect(dateAt('America/Havana', leap)).toBe('2026-03-08');
});

/** A lunch break, the holiday of November 26 worked, and each Wednesday afternoon away. */
const morningAndAfternoon = [
  { from: '09:00', until: '12:00' },
  { from: '13:00', until: '18:00' },
];
const busyWeek: Schedule = {
  ...visitRules,
  weekly: Array.from({ length: 7 }, () => morningAndAfternoon),
  worked: new Set(['2026-11-26']),
  repeated: [{ first: '2026-11-04', last: '2026-11-04', from: '14:00', until: '16:00', repeat: 'weekly' }],
};

test.each([
  ['in the morning', '2026-11-10T09:00', '2026-11-10T12:00', []],
  ['over lunch', '2026-11-10T11:00', '2026-11-10T15:00', ['closed']],
  ['on a holiday that is worked', '2026-11-26T09:00', '2026-11-26T12:00', []],
  ['in a time away that comes again', '2026-11-11T15:00', '2026-11-11T17:00', ['away']],
  ['over lunch and in that time', '2026-11-11T12:00', '2026-11-11T17:00', ['closed', 'away']],
])('the reasons against a visit %s', (_, start, end, found) => {
  const [from, until] = [start, end].map((local) => Date.parse(`${local}:00-05:00`)) as [number, number];
  expect(closingsIn(busyWeek, { start: from, end: until }).map(({ what }) => what)).toEqual(found);
});
