import type { CalendarDate } from './calendar-date.ts';

/** `November 3, 2026` for `2026-11-03`; in Spanish `3 de noviembre de 2026`. */
export function longDate(date: CalendarDate, locale: 'en-US' | 'es-US' = 'en-US'): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
