import zone from '#brand/zone.json' with { type: 'json' };
import { pageLocale } from '#lib/page-locale';
import { unbroken } from '#lib/unbroken';
import { DAY, HOUR } from './units.ts';

/** By `Date#getDay`: 0 is Sunday. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** A date `YYYY-MM-DD` without time zone. Dates compare as texts. */
export type CalendarDate = string;

const dateBehindUtc = (now: number, hours: number) => new Date(now - hours * HOUR).toISOString().slice(0, 10);

/**
 * The date in the zone of the business at this instant (ms). Most of the day it is the same in all zones of the United
 * States, four to ten hours behind UTC. Then none is looked up, which takes a phone tens of ms the first time.
 */
export function zonedToday(now: Date | number): CalendarDate {
  const instant = Number(now);
  const western = dateBehindUtc(instant, 10);
  if (western === dateBehindUtc(instant, 4)) return western;
  // Swedish dates have the ISO 8601 format.
  return new Date(now).toLocaleDateString('sv-SE', { timeZone: zone.timeZone });
}

/** 0 is Sunday. */
export const weekdayOf = (date: CalendarDate): number => new Date(date).getUTCDay();

/** Adds days, or subtracts them if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The Monday of the date's week. */
export const mondayOf = (date: CalendarDate): CalendarDate => addDays(date, -((weekdayOf(date) + 6) % 7));

/** Articles by date, newest first, then by title, so that all builds agree. */
export function newestFirst<Post extends { data: { date: CalendarDate; title: string } }>(
  posts: readonly Post[],
): Post[] {
  return posts.toSorted((a, b) => compare(b.data.date, a.data.date) || compare(a.data.title, b.data.title));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A date in words, as `parts` say: `Nov 5`, `Monday`; `5 nov`, `lunes`. No line ends before its number. */
export function dateWords(date: CalendarDate, parts: Intl.DateTimeFormatOptions, locale = pageLocale): string {
  const words = new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { ...parts, timeZone: 'UTC' });
  // Of short months. Browsers differ in both.
  const brief =
    parts.month === 'short' && locale === 'es-US' ? words.replaceAll('.', '').replaceAll(' de ', ' ') : words;
  return unbroken(brief);
}

/** How many days `last` is after `first`. */
export const daysBetween = (first: CalendarDate, last: CalendarDate): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY);
