import type { AwayPeriod } from '#contracts/hours';
import { addDays } from '#lib/time/dates';
import { minuteOf } from '#lib/time/hours';
import { DAY } from '#lib/time/units';
import { type Interval, overlap } from './interval.ts';
import { dateAt, instantAt } from './zone.ts';

/* A time away is in its record's key, so that a damaged record still blocks its time. */

/**
 * `2026-12-20-2027-01-02` for days, `2026-12-20-2026-12-20-0900-1230` for hours, with `-weekly` or `-yearly` at the end
 * and perhaps the last day on which it begins: `2026-11-04-2026-11-04-1200-1400-weekly-2027-06-30`. Ids sort by time.
 */
export function awayId({ first, last, from, until, repeat, repeatUntil }: AwayPeriod): string {
  const hours = from && until ? [from.replace(':', ''), until.replace(':', '')] : [];
  return [first, last, ...hours, ...(repeat ? [repeat, ...(repeatUntil ? [repeatUntil] : [])] : [])].join('-');
}

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const ID = new RegExp(
  `^(${DATE})-(${DATE})(?:-(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d))?(?:-(weekly|yearly)(?:-(${DATE}))?)?$`,
);

/** The time away of an id, or `null`. */
export function awayOf(id: string): AwayPeriod | null {
  const [, first, last, fromHour, fromMinute, untilHour, untilMinute, repeat, repeatUntil] = ID.exec(id) ?? [];
  if (!first || !last) return null;
  if ([first, last, repeatUntil ?? first].some((date) => Number.isNaN(Date.parse(date)))) return null;
  return {
    first,
    last,
    ...(fromHour !== undefined && { from: `${fromHour}:${fromMinute}`, until: `${untilHour}:${untilMinute}` }),
    ...(repeat !== undefined && { repeat: repeat as 'weekly' | 'yearly' }),
    ...(repeatUntil !== undefined && { repeatUntil }),
  };
}

/** The time away on its first days. */
export function awayInterval(zone: string, { first, last, from, until }: AwayPeriod): Interval {
  if (from !== undefined && until !== undefined) {
    return { start: instantAt(zone, first, minuteOf(from)), end: instantAt(zone, first, minuteOf(until)) };
  }
  return { start: instantAt(zone, first, 0), end: instantAt(zone, addDays(last, 1), 0) };
}

/** The end (ms) of the time away, with all that come again. */
export function awayEnd(zone: string, period: AwayPeriod): number {
  if (!period.repeat) return awayInterval(zone, period).end;
  const { first, last, repeatUntil } = period;
  return repeatUntil ? instantAt(zone, addDays(repeatUntil, daysBetween(first, last) + 1), 0) : Infinity;
}

/** The owner's times away, in the zone. */
export interface TimesAway {
  readonly timeZone: string;
  readonly away?: readonly Interval[];
  /** Those that come again. */
  readonly repeated?: readonly AwayPeriod[];
}

/** The times away that overlap the interval, with those that come again. */
export function awayWithin({ away = [], repeated = [], timeZone }: TimesAway, interval: Interval): Interval[] {
  const again = repeated.flatMap((period) => timesAgain(timeZone, period, interval));
  return [...away.filter((time) => overlap(time, interval)), ...again];
}

/** The times within the interval of a time away that comes again. */
function timesAgain(zone: string, period: AwayPeriod, interval: Interval): Interval[] {
  const days = new Set([dateAt(zone, interval.start), dateAt(zone, interval.end - 1)]);
  const times = [...days].flatMap((day) => timesBefore(period, day)).map((time) => awayInterval(zone, time));
  // Both days of a night have the same ones.
  const once = new Map(times.map((time) => [time.start, time]));
  return [...once.values()].filter((time) => overlap(time, interval));
}

/** The last times that begin on the day or before it. One of last year may reach into this one. */
function timesBefore({ repeat, repeatUntil, ...period }: AwayPeriod, day: string): AwayPeriod[] {
  const { first, last } = period;
  const begins =
    repeat === 'weekly'
      ? [addDays(day, -(daysBetween(first, day) % 7))]
      : [0, 1].map((years) => yearlyDate(first, Number(day.slice(0, 4)) - years));
  return begins
    .filter((begin) => begin >= first && (!repeatUntil || begin <= repeatUntil))
    .map((begin) => ({ ...period, first: begin, last: addDays(begin, daysBetween(first, last)) }));
}

/** February 29 is March 1 in most years. */
function yearlyDate(date: string, year: number): string {
  const [, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY;
}
