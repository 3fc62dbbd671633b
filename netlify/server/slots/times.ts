import type { VisitRules } from '#business';
import type { Overlap, VisitKind } from '#contracts/owner-visit';
import type { DayHours, WeeklyHours } from '#contracts/hours';
import { FIRST_PERSON } from '#contracts/people';
import { DAY, MINUTE } from '#lib/time/units';
import { awayWithin, type TimesAway } from './away.ts';
import { holidaysBetween, isHoliday } from '#lib/time/holidays';
import { addDays, weekdayOf } from '#lib/time/dates';
import { type Interval, overlap, toSlot } from '#lib/time/interval';
import { clockOf, minuteOf, startsIn } from '#lib/time/open-days';
import type { Person } from './people.ts';
import { dateAt, instantAt } from './zone.ts';

export interface Schedule extends VisitRules, TimesAway {
  /** Replaces `hours`. */
  readonly weekly?: WeeklyHours;
  /** The holidays, `YYYY-MM-DD`, on which visits are offered all the same. */
  readonly worked?: ReadonlySet<string>;
  /** A backup is being put back, so nobody may book. */
  readonly isRestoring?: boolean;
  /** All people of the business, the first one first; absent: the first one works alone and makes all visits. */
  readonly people?: readonly Person[];
}

/** The schedule of one of the people: own hours in place of the business's, and own times away beside those of all. */
export function scheduleOf(schedule: Schedule, person: string): Schedule {
  const own = schedule.people?.find(({ id }) => id === person);
  // Of somebody who is gone or cannot be read nobody knows the hours.
  if (!own) return person === FIRST_PERSON ? schedule : { ...schedule, weekly: CLOSED };
  const { weekly = schedule.weekly } = own;
  const away = [...(schedule.away ?? []), ...(own.away ?? [])];
  const repeated = [...(schedule.repeated ?? []), ...(own.repeated ?? [])];
  return { ...schedule, ...(weekly && { weekly }), away, repeated };
}

/** The ids of those who make visits of the kind, the first person first. */
export const makersOf = ({ people }: Schedule, kind: string): readonly string[] =>
  people ? people.filter(({ kinds }) => kinds.includes(kind)).map(({ id }) => id) : [FIRST_PERSON];

/** No visits on any day. */
export const CLOSED: WeeklyHours = Array.from({ length: 7 }, () => []);

/** The visits on offer at `now` (ms), soonest first. Hours are in the schedule's time zone. */
export function openSlots(schedule: Schedule, busy: readonly Interval[], now: number): Interval[] {
  const earliest = earliestAt(schedule, now);
  const taken = [...busy, ...awayWithin(schedule, offeredWindow(schedule, now))];
  return visitDays(schedule, now).flatMap((day) => {
    const visits = visitsOn(schedule, day).filter((visit) => visit.start >= earliest);
    const hours = { start: visits[0]?.start ?? 0, end: visits.at(-1)?.end ?? 0 };
    const near = taken.filter((interval) => overlap(interval, hours));
    return visits.filter((visit) => !near.some((interval) => overlap(interval, visit)));
  });
}

/** How many of the visits, soonest first, the owner can make: starts that overlap the last visit do not count. */
export function countApart(visits: readonly Interval[]): number {
  let count = 0;
  let end = -Infinity;
  for (const visit of visits) {
    if (visit.start < end) continue;
    count += 1;
    end = visit.end;
  }
  return count;
}

/**
 * True if the visit is on offer at `now` (ms) or was just before, so that a visitor has time for the form. The grace
 * covers only the notice: a time that the owner blocks is gone at once.
 */
export function isOffered(schedule: Schedule, interval: Interval, now: number): boolean {
  const day = dayOf(schedule, interval);
  const visit = visitsOn(schedule, day).find(({ start }) => start === interval.start);
  if (visit?.end !== interval.end || awayWithin(schedule, interval).length > 0) return false;
  const grace = schedule.noticeGraceMinutes * MINUTE;
  return [now, now - grace].some(
    (moment) =>
      visit.start >= earliestAt(schedule, moment) &&
      day <= addDays(dateAt(schedule.timeZone, moment), schedule.daysAhead),
  );
}

/** The owner's reasons against a visit then: a holiday or the hours, and times away. Ignores the notice and the grid. */
export function closingsIn(schedule: Schedule, interval: Interval): Overlap[] {
  const day = dayOf(schedule, interval);
  const [holiday] = schedule.worked?.has(day) ? [] : holidaysBetween(schedule.holidays, day, day);
  const isOpen = hoursOn(schedule, day).some(
    ({ from, until }) =>
      interval.start >= byClock(schedule, day, from) && interval.end <= byClock(schedule, day, until),
  );
  const closings: Overlap[] = isOpen ? [] : [holiday ? { what: 'holiday', name: holiday.name } : { what: 'closed' }];
  return [...closings, ...awayWithin(schedule, interval).map((time): Overlap => ({ what: 'away', ...toSlot(time) }))];
}

const dayOf = ({ timeZone }: Schedule, { start }: Interval): string => dateAt(timeZone, start);

const byClock = ({ timeZone }: Schedule, day: string, clock: string) => instantAt(timeZone, day, minuteOf(clock));

function earliestAt(rules: VisitRules, now: number): number {
  return now + rules.noticeMinutes * MINUTE;
}

/** The window of all offers, for a calendar's busy query. */
export function offeredWindow(rules: VisitRules, now: number): Interval {
  return { start: now, end: now + (rules.daysAhead + 2) * DAY };
}

/** The window of all visits to come at `now` (ms): the owner books two years ahead. */
export function bookedWindow(now: number): Interval {
  return { start: now, end: now + 2 * 366 * DAY };
}

/** The intervals without `gone`. */
export function without(intervals: readonly Interval[], gone: Interval): Interval[] {
  const parts = intervals.flatMap(({ start, end }) => [
    { start, end: Math.min(end, gone.start) },
    { start: Math.max(start, gone.end), end },
  ]);
  return parts.filter(({ start, end }) => start < end);
}

/** How long a visit of the kind takes, in minutes. */
export const usualMinutes = (rules: VisitRules, kind: string): number =>
  kind === ('installation' satisfies VisitKind) ? rules.installationMinutes : rules.visitMinutes;

/** The visit that begins at `start` (ms), as it is booked today. One that is booked already is a `storedVisit`. */
export function visitAt(rules: VisitRules, start: number, minutes = rules.visitMinutes): Interval {
  return { start, end: start + minutes * MINUTE };
}

function visitDays(rules: VisitRules, now: number): string[] {
  const today = dateAt(rules.timeZone, now);
  return Array.from({ length: rules.daysAhead + 1 }, (_, ahead) => addDays(today, ahead));
}

/** Each stretch has a grid of its own, from its beginning. Clocks that skip an hour may make it shorter. */
function visitsOn(schedule: Schedule, day: string): Interval[] {
  return hoursOn(schedule, day).flatMap((stretch) => {
    const end = byClock(schedule, day, stretch.until);
    const starts = startsIn(stretch, schedule).map((minute) => instantAt(schedule.timeZone, day, minute));
    return starts.map((start) => visitAt(schedule, start)).filter((visit) => visit.end <= end);
  });
}

function hoursOn(schedule: Schedule, day: string): DayHours {
  if (isHoliday(schedule.holidays, day) && !schedule.worked?.has(day)) return [];
  const weekday = weekdayOf(day);
  return schedule.weekly ? (schedule.weekly[weekday] ?? []) : usualDay(schedule, weekday);
}

/** The hours of `business.ts`. */
export function usualHours(rules: VisitRules): WeeklyHours {
  return Array.from({ length: 7 }, (_, weekday) => usualDay(rules, weekday));
}

function usualDay({ hours }: VisitRules, weekday: number): DayHours {
  const [opens, closes] = hours[weekday as keyof VisitRules['hours']] ?? [0, 0];
  return opens < closes ? [{ from: clockOf(opens * 60), until: clockOf(closes * 60) }] : [];
}
