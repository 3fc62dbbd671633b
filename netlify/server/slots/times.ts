import type { VisitRules } from '#business';
import type { Slot } from '#contracts/calendar';
import type { DayHours, WeeklyHours } from '#contracts/hours';
import { isHoliday } from './holidays.ts';
import { addDays } from '#lib/time/dates';
import { clockOf, minuteOf } from '#lib/time/hours';
import { dateAt, instantAt, weekdayOf } from './zone.ts';

/** In ms since the epoch; `end` is excluded. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface Schedule extends VisitRules {
  /** Replaces `hours`. */
  readonly weekly?: WeeklyHours;
  readonly away?: readonly Interval[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAY_MINUTES = 24 * 60;

/** The visits on offer at `now` (ms), soonest first. Hours are in the schedule's time zone. */
export function openSlots(schedule: Schedule, busy: readonly Interval[], now: number): Interval[] {
  const earliest = earliestAt(schedule, now);
  const closed = [...busy, ...(schedule.away ?? [])];
  return visitDays(schedule, now)
    .flatMap((day) => visitsOn(schedule, day))
    .filter((visit) => visit.start >= earliest)
    .filter((visit) => !closed.some((interval) => overlap(interval, visit)));
}

export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * True if the visit is on offer at `now` (ms) or was just before, so that a visitor has time for the form. The grace
 * covers only the notice: a time that the owner blocks is gone at once.
 */
export function isOffered(schedule: Schedule, interval: Interval, now: number): boolean {
  const day = dateAt(schedule.timeZone, interval.start);
  const visit = visitsOn(schedule, day).find(({ start }) => start === interval.start);
  if (visit?.end !== interval.end || isBlocked(schedule, interval)) return false;
  const grace = schedule.noticeGraceMinutes * MINUTE;
  return [now, now - grace].some(
    (moment) => visit.start >= earliestAt(schedule, moment) && day <= lastDay(schedule, moment),
  );
}

/** True if the interval is outside the hours, on a holiday or in a time away. Ignores the notice. */
export function isBlocked(schedule: Schedule, interval: Interval): boolean {
  const day = dateAt(schedule.timeZone, interval.start);
  const hours = hoursOf(schedule, weekdayOf(day));
  if (!hours || isHoliday(schedule.holidays, day)) return true;
  const isEarly = interval.start < instantAt(schedule.timeZone, day, minuteOf(hours.first));
  const isLate = interval.start > instantAt(schedule.timeZone, day, minuteOf(hours.last));
  return isEarly || isLate || (schedule.away ?? []).some((away) => overlap(away, interval));
}

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

/** The visit that begins at `start` (ms), as it is booked today. One that is booked already is a `storedVisit`. */
export function visitAt(rules: VisitRules, start: number): Interval {
  return { start, end: start + rules.visitMinutes * MINUTE };
}

/** ms. No visit is longer. */
export const MAX_VISIT_MS = 12 * 60 * MINUTE;

/** ms. Visits were stored without an end as long as all of them took an hour. */
const VISIT_WITHOUT_END_MS = 60 * MINUTE;

/** A booked visit, whatever the rules say by now. Times in ms. An end that is absent or damaged is an hour later. */
export function storedVisit(start: number, end?: number): Interval {
  const isVisit = end !== undefined && end > start && end <= start + MAX_VISIT_MS;
  return { start, end: isVisit ? end : start + VISIT_WITHOUT_END_MS };
}

export function toSlot({ start, end }: Interval): Slot {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

export function toInterval(slot: Slot): Interval {
  return { start: Date.parse(slot.start), end: Date.parse(slot.end) };
}

function visitDays(rules: VisitRules, now: number): string[] {
  const today = dateAt(rules.timeZone, now);
  const days = Array.from({ length: rules.daysAhead + 1 }, (_, ahead) => addDays(today, ahead));
  return days.filter((day) => !isHoliday(rules.holidays, day));
}

function lastDay(rules: VisitRules, now: number): string {
  return addDays(dateAt(rules.timeZone, now), rules.daysAhead);
}

function visitsOn(schedule: Schedule, day: string): Interval[] {
  const weekday = weekdayOf(day);
  const hours = hoursOf(schedule, weekday);
  if (!hours) return [];
  const { timeZone } = schedule;
  const [first, last] = [hours.first, hours.last].map((clock) => instantAt(timeZone, day, minuteOf(clock)));
  return gridOn(schedule, day).filter(({ start }) => start >= (first ?? 0) && start <= (last ?? 0));
}

const grids = new WeakMap<VisitRules['hours'], Map<string, readonly Interval[]>>();
const MAX_DAYS = 1000;

/** All possible starts of a day, under any hours. Cached, because each booking needs it. */
function gridOn(rules: VisitRules, day: string): readonly Interval[] {
  const { hours, timeZone, visitMinutes, stepMinutes } = rules;
  const days = grids.get(hours) ?? new Map<string, readonly Interval[]>();
  grids.set(hours, days);
  const key = `${day} ${timeZone} ${visitMinutes} ${stepMinutes}`;
  const kept = days.get(key);
  if (kept) return kept;
  const starts = startsOn(rules, weekdayOf(day));
  const grid = starts.map((clock) => visitAt(rules, instantAt(timeZone, day, minuteOf(clock))));
  if (days.size >= MAX_DAYS) days.clear();
  days.set(key, grid);
  return grid;
}

function hoursOf(schedule: Schedule, weekday: number): DayHours | null {
  return schedule.weekly ? (schedule.weekly[weekday] ?? null) : usualDay(schedule, weekday);
}

/** Limits for the owner's hours, in minutes after midnight; `business.ts` may exceed them. Clocks change at 2 AM. */
const [EARLIEST, LATEST] = [6 * 60, 21 * 60];

/**
 * The starts that the owner may choose for a weekday. Hours only choose among these, so the times on offer never
 * overlap a visit that was booked under other hours.
 */
export function startsOn(rules: VisitRules, weekday: number): string[] {
  const { hours, stepMinutes, visitMinutes } = rules;
  const day = usualDay(rules, weekday);
  const opens = day ? minuteOf(day.first) : Math.min(...Object.values(hours).map(([at]) => at)) * 60;
  const offset = opens % stepMinutes;
  const count = Math.floor((DAY_MINUTES - visitMinutes - offset) / stepMinutes) + 1;
  const grid = Array.from({ length: count }, (_, index) => offset + index * stepMinutes);
  const isUsual = (at: number) => day !== null && at >= opens && at <= minuteOf(day.last);
  return grid.filter((at) => isUsual(at) || (at >= EARLIEST && at + visitMinutes <= LATEST)).map(clockOf);
}

/** The hours of `business.ts`, as first and last starts. */
export function usualHours(rules: VisitRules): WeeklyHours {
  return Array.from({ length: 7 }, (_, weekday) => usualDay(rules, weekday));
}

function usualDay({ hours, visitMinutes, stepMinutes }: VisitRules, weekday: number): DayHours | null {
  const [opens, closes] = hours[weekday as keyof VisitRules['hours']] ?? [0, 0];
  const first = opens * 60;
  const steps = Math.floor((closes * 60 - visitMinutes - first) / stepMinutes);
  return steps < 0 ? null : { first: clockOf(first), last: clockOf(first + steps * stepMinutes) };
}
