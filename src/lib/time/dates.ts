/** A date `YYYY-MM-DD` without time zone. Dates compare as texts. */
export type CalendarDate = string;

const HOUR_MS = 3_600_000;
const dateBehindUtc = (now: Date, hours: number) =>
  new Date(now.getTime() - hours * HOUR_MS).toISOString().slice(0, 10);

/**
 * The Eastern date at this instant. May be a day off if `derive` gives the same result: a phone's first time zone
 * lookup costs tens of ms.
 */
export function easternToday(now: Date, derive: (day: CalendarDate) => string = (day) => day): CalendarDate {
  // Eastern Time is five hours behind UTC, four in summer. The dates differ only for an hour at night.
  const winter = dateBehindUtc(now, 5);
  if (derive(winter) === derive(dateBehindUtc(now, 4))) return winter;
  // Swedish dates have the ISO 8601 format.
  return now.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
}

/** Adds days, or subtracts them if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

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

/** `November 3, 2026` for `2026-11-03`; in Spanish `3 de noviembre de 2026`. */
export function longDate(date: CalendarDate, locale: 'en-US' | 'es-US' = 'en-US'): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Eastern days and times in US Spanish. The browser has the names, so no page loads them. */
const formatted = (instant: string, parts: Intl.DateTimeFormatOptions) =>
  new Date(instant).toLocaleString('es-US', { ...parts, timeZone: 'America/New_York' });

/** `martes, 1 de diciembre` */
export const spanishDay = (instant: string) => formatted(instant, { weekday: 'long', day: 'numeric', month: 'long' });

/** `mar, 1 dic` */
export const spanishDayBriefly = (instant: string) =>
  formatted(instant, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll('.', '').replace(' de ', ' ');

/** `10:30 a. m.` with no-break spaces. Browsers differ in dots and spaces. */
export const spanishTime = (instant: string) =>
  formatted(instant, { hour: 'numeric', minute: '2-digit', hour12: true }).replace(
    /\s*([ap])\.?\s*m\.?$/i,
    (_, half: string) => `\u00a0${half.toLowerCase()}.\u00a0m.`,
  );

/** `a las 10:30 a. m.`, but `a la 1:30 p. m.` */
export function spanishAt(instant: string): string {
  const time = spanishTime(instant);
  return `${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`;
}
