/** A calendar day without a time or a zone, `YYYY-MM-DD`: such days compare as texts. */
export type CalendarDate = string;

const HOUR_MS = 3_600_000;
const dateBehindUtc = (now: Date, hours: number) =>
  new Date(now.getTime() - hours * HOUR_MS).toISOString().slice(0, 10);

/**
 * The day it is in the Eastern zone at this instant. Whoever needs only what `derive` makes of it may get the day
 * beside it, if that makes the same: the first date of a time zone costs a phone tens of ms.
 */
export function easternDate(now: Date, derive: (day: CalendarDate) => string = (day) => day): CalendarDate {
  // Five hours behind UTC, four in summer: the two agree but for an hour of the night.
  const winter = dateBehindUtc(now, 5);
  if (derive(winter) === derive(dateBehindUtc(now, 4))) return winter;
  // Sweden writes dates as ISO 8601 does.
  return now.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
}

/** The calendar date so many days later, or earlier. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Articles by their day, the newest first; of one day by title, so that every build agrees. */
export function newestFirst<Post extends { data: { date: CalendarDate; title: string } }>(
  posts: readonly Post[],
): Post[] {
  return posts.toSorted((a, b) => compare(b.data.date, a.data.date) || compare(a.data.title, b.data.title));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
