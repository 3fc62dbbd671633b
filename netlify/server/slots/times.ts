import { formatInTimeZone, fromZonedTime } from 'date-fns-tz';
import type { VisitRules } from '#business';
import type { Slot } from '#contracts/calendar';

/** A stretch of time: milliseconds since the epoch, the end is not part of it. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The visits that may be offered at `now` (milliseconds), soonest first: within the opening hours and after the
 * notice, on no closed day, and touching nothing in `busy`. Hours are local to the rules' time zone, so the instants
 * shift by themselves when daylight-saving time begins and ends.
 */
export function openSlots(rules: VisitRules, busy: readonly Interval[], now: number): Interval[] {
  const earliest = earliestAt(rules, now);
  return visitDays(rules, now)
    .flatMap((day) => visitsOn(rules, day))
    .filter((visit) => visit.start >= earliest)
    .filter((visit) => !busy.some((interval) => overlap(interval, visit)));
}

/** Whether the two have a moment in common. */
export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Whether the interval is one of the visits that are, or a short grace ago were, offered: a visitor who picked the
 * soonest time and then filled in the details is not refused for having taken a few minutes.
 */
export function isOffered(rules: VisitRules, interval: Interval, now: number): boolean {
  const day = formatInTimeZone(interval.start, rules.timeZone, 'yyyy-MM-dd');
  const visit = visitsOn(rules, day).find(({ start }) => start === interval.start);
  if (visit?.end !== interval.end) return false;
  const grace = rules.noticeGraceMinutes * MINUTE;
  return [now, now - grace].some(
    (moment) => visit.start >= earliestAt(rules, moment) && visitDays(rules, moment).includes(day),
  );
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

/** Today and the days ahead as calendar dates of the rules' time zone, without the closed ones. */
function visitDays(rules: VisitRules, now: number): string[] {
  const today = Date.parse(formatInTimeZone(now, rules.timeZone, 'yyyy-MM-dd'));
  return Array.from({ length: rules.daysAhead + 1 }, (_, ahead) =>
    new Date(today + ahead * DAY).toISOString().slice(0, 10),
  ).filter((day) => !rules.closedDays.includes(day));
}

function visitsOn(rules: VisitRules, day: string): Interval[] {
  const weekday = new Date(day).getUTCDay() as keyof VisitRules['hours'];
  const hours = rules.hours[weekday];
  if (!hours) return [];
  const [opens, closes] = hours;
  const lastStart = closes * 60 - rules.visitMinutes;
  const starts: Interval[] = [];
  for (let minute = opens * 60; minute <= lastStart; minute += rules.stepMinutes) {
    const start = fromZonedTime(`${day}T${clock(minute)}`, rules.timeZone).getTime();
    starts.push(visitAt(rules, start));
  }
  return starts;
}

/** Minutes after midnight as `HH:mm`. */
function clock(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}
