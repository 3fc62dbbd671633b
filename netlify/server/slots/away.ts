import { type Interval, overlap } from '#lib/time/interval';
import type { AwayPeriod } from '#contracts/hours';
import { addDays, daysBetween } from '#lib/time/dates';
import { minuteOf } from '#lib/time/open-days';
import { dateAt, instantAt } from './zone.ts';

/* A time away is in its record's key, so that a damaged record still blocks its time. */

/**
 * `2026-12-20-2027-01-02` for days, `2026-12-20-2026-12-20-0900-1230` for hours, with `-weekly` or `-yearly` at the end
 * and perhaps the last day on which it begins: `2026-11-04-2026-11-04-1200-1400-weekly-2027-06-30`. Ids sort by time. Those
 * of one person begin with the id: `of-k3v9x2mf-2026-12-20-2027-01-02`.
 */
export function awayId({ person, first, last, from, until, repeat, repeatUntil }: AwayPeriod): string {
  const hours = from && until ? [from.replace(':', ''), until.replace(':', '')] : [];
  const period = [first, last, ...hours, ...(repeat ? [repeat, ...(repeatUntil ? [repeatUntil] : [])] : [])];
  return [...(person === undefined ? [] : ['of', person]), ...period].join('-');
}

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const ID = new RegExp(
  `^(?:of-(first|[a-z0-9]{8})-)?(${DATE})-(${DATE})(?:-(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d))?(?:-(weekly|yearly)(?:-(${DATE}))?)?$`,
);

/** The time away of an id, or `null`. */
export function awayOf(id: string): AwayPeriod | null {
  const [, person, first, last, fromHour, fromMinute, untilHour, untilMinute, repeat, repeatUntil] = ID.exec(id) ?? [];
  if (!first || !last) return null;
  if ([first, last, repeatUntil ?? first].some((date) => Number.isNaN(Date.parse(date)))) return null;
  return {
    ...(person !== undefined && { person }),
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

/** The times away of these periods. */
export const timesAwayOf = (timeZone: string, periods: readonly AwayPeriod[]): Required<TimesAway> => ({
  timeZone,
  away: periods.filter(({ repeat }) => !repeat).map((period) => awayInterval(timeZone, period)),
  repeated: periods.filter(({ repeat }) => repeat),
});

/**
 * The times away that overlap the interval, with those that come again. Asked once for many days it is cheap: 200 times
 * away asked for each visit took seconds.
 */
export function awayWithin({ away = [], repeated = [], timeZone }: TimesAway, interval: Interval): Interval[] {
  const days = { first: dateAt(timeZone, interval.start), last: dateAt(timeZone, interval.end - 1) };
  const again = repeated.flatMap((period) => timesAgain(period, days)).map((time) => awayInterval(timeZone, time));
  return [...away, ...again].filter((time) => overlap(time, interval));
}

interface Days {
  readonly first: string;
  readonly last: string;
}

/** The times that touch the days. */
function timesAgain({ repeat, repeatUntil, ...period }: AwayPeriod, days: Days): AwayPeriod[] {
  const { first } = period;
  const length = daysBetween(first, period.last);
  // One that began before the days may reach into them.
  const begins = { first: addDays(days.first, -length), last: days.last };
  return (repeat === 'weekly' ? weeklyDates(first, begins) : yearlyDates(first, begins))
    .filter((begin) => begin >= first && begin >= begins.first && begin <= days.last)
    .filter((begin) => !repeatUntil || begin <= repeatUntil)
    .map((begin) => ({ ...period, first: begin, last: addDays(begin, length) }));
}

/** Each seventh day from the date on, up to the last one. */
function weeklyDates(date: string, { first, last }: Days): string[] {
  const begin = first <= date ? date : addDays(first, -(daysBetween(date, first) % 7));
  const weeks = Math.max(-1, Math.floor(daysBetween(begin, last) / 7));
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(begin, 7 * week));
}

/** February 29 is March 1 in most years. */
function yearlyDates(date: string, days: Days): string[] {
  const [, month = 0, day = 0] = date.split('-').map(Number);
  const [from = 0, to = 0] = [days.first, days.last].map((one) => Number(one.slice(0, 4)));
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return years.map((year) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10));
}
