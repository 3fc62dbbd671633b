/** A calendar day without a time or a zone, `YYYY-MM-DD`: such days compare as texts. */
export type CalendarDate = string;

/** The day it is in the Eastern zone at this instant. */
export function easternDate(now: Date): CalendarDate {
  // Sweden writes dates as ISO 8601 does.
  return now.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
}

/** `2026-11-03` as people read it: `November 3, 2026`. */
export function longDate(date: CalendarDate): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
