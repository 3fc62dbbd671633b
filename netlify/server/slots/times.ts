import type { VisitRules } from '#business';
import type { Slot } from '#contracts/calendar';
import type { DayHours, WeeklyHours } from '#contracts/hours';
import { isHoliday } from './holidays.ts';
import { addDays } from '#lib/calendar-date';
import { clockOf, minuteOf } from '#lib/clock';
import { dateAt, instantAt, weekdayOf } from './zone.ts';

/** A stretch of time: milliseconds since the epoch, the end is not part of it. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The rules of `business.ts`, with what the owner has set at `/admin/hours` over them. */
export interface Schedule extends VisitRules {
  /** In place of `hours`. */
  readonly weekly?: WeeklyHours;
  /** When nobody visits. */
  readonly away?: readonly Interval[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAY_MINUTES = 24 * 60;

/**
 * The visits that may be offered at `now` (milliseconds), soonest first: within the visiting hours and after the
 * notice, on no holiday, and touching neither a time away nor anything in `busy`. Hours are local to the schedule's time
 * zone, so the instants shift by themselves when daylight-saving time begins and ends.
 */
export function openSlots(schedule: Schedule, busy: readonly Interval[], now: number): Interval[] {
  const earliest = earliestAt(schedule, now);
  const closed = [...busy, ...(schedule.away ?? [])];
  return visitDays(schedule, now)
    .flatMap((day) => visitsOn(schedule, day))
    .filter((visit) => visit.start >= earliest)
    .filter((visit) => !closed.some((interval) => overlap(interval, visit)));
}

/** Whether the two have a moment in common. */
export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Whether the interval is one of the visits that are, or a short grace ago were, offered: a visitor who picked the
 * soonest time and then filled in the details is not refused for having taken a few minutes. The grace is for the notice
 * alone: what the owner has blocked meanwhile is offered no more.
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

/** Whether nobody visits then, whatever the notice says: outside the hours, on a holiday, or in a time away. */
export function isBlocked(schedule: Schedule, interval: Interval): boolean {
  const day = dateAt(schedule.timeZone, interval.start);
  const hours = hoursOf(schedule, weekdayOf(day));
  if (!hours || isHoliday(schedule.holidays, day)) return true;
  const isEarly = interval.start < instantAt(schedule.timeZone, day, minuteOf(hours.first));
  const isLate = interval.start > instantAt(schedule.timeZone, day, minuteOf(hours.last));
  return isEarly || isLate || (schedule.away ?? []).some((away) => overlap(away, interval));
}

/** When the notice that is due at `now` is over. */
function earliestAt(rules: VisitRules, now: number): number {
  return now + rules.noticeMinutes * MINUTE;
}

/** The stretch that all offers of this moment lie in, for asking a calendar what is busy. */
export function offeredWindow(rules: VisitRules, now: number): Interval {
  return { start: now, end: now + (rules.daysAhead + 2) * DAY };
}

/** The visit that begins at the instant, in milliseconds. */
export function visitAt(rules: VisitRules, start: number): Interval {
  return { start, end: start + rules.visitMinutes * MINUTE };
}

export function toSlot({ start, end }: Interval): Slot {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

export function toInterval(slot: Slot): Interval {
  return { start: Date.parse(slot.start), end: Date.parse(slot.end) };
}

/** Today and the days ahead as calendar dates of the rules' time zone, without the holidays. */
function visitDays(rules: VisitRules, now: number): string[] {
  const today = dateAt(rules.timeZone, now);
  const days = Array.from({ length: rules.daysAhead + 1 }, (_, ahead) => addDays(today, ahead));
  return days.filter((day) => !isHoliday(rules.holidays, day));
}

/** The last day that is offered at `now`; the notice says which is the first. */
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
/** Days that a process remembers. */
const MAX_DAYS = 1000;

/** Every visit that may begin on the day, under whatever hours. Kept: it is asked for at each booking. */
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

/** No visit begins earlier, or ends later, unless `business.ts` says so: minutes after midnight. Clocks change at two. */
const [EARLIEST, LATEST] = [6 * 60, 21 * 60];

/**
 * When the owner may let a visit begin on a weekday: in steps from when `business.ts` opens that day. Hours only choose
 * among these, so two visits of a day never overlap, also where one was booked under other hours.
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
