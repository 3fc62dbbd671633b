// Imports single files: Node would need a second to read all of date-fns.
import { format } from 'date-fns/format';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import { addDays, type CalendarDate } from './dates.ts';

/** All times are Eastern, wherever the visitor is: the visits are here. */
const EASTERN = 'America/New_York';
const MINUTE = 60_000;

interface Interval {
  readonly start: string;
  readonly end: string;
}

export interface EasternDay<S extends Interval> {
  /** `2026-12-01` */
  readonly date: string;
  /** `Tuesday, December 1` */
  readonly heading: string;
  readonly saturday: boolean;
  readonly slots: readonly S[];
}

/** Formats an instant (ISO 8601 or ms) in the zone. `pattern` is a date-fns pattern without a zone. */
export const formatInZone = (instant: string | number, zone: string, pattern: string) =>
  format(toZonedTime(instant, zone), pattern);

const eastern = (instant: string, pattern: string) => formatInZone(instant, EASTERN, pattern);

type Locale = 'en-US' | 'es-US';

/** `10:30 AM`; `10:30 a. m.` */
export const easternTime = (instant: string, locale: Locale = 'en-US') =>
  locale === 'es-US' ? spanishTime(instant) : eastern(instant, 'h:mm a');

/** `Tuesday, December 1`; `martes, 1 de diciembre` */
export const easternDay = (instant: string, locale: Locale = 'en-US') =>
  locale === 'es-US' ? spanishDay(instant) : eastern(instant, 'EEEE, MMMM d');

/** `Tue, Dec 1`; `mar, 1 dic` */
export const easternDayBriefly = (instant: string, locale: Locale = 'en-US') =>
  locale === 'es-US' ? spanishDayBriefly(instant) : eastern(instant, 'EEE, MMM d');

/** `at 10:30 AM`; `a las 10:30 a. m.` */
export const easternAt = (instant: string, locale: Locale = 'en-US') =>
  locale === 'es-US' ? spanishAt(instant) : `at ${easternTime(instant)}`;

/** `Tuesday, December 1 at 10:30 AM`. The caller must add that it is Eastern Time. */
export const easternDayAndTime = (instant: string, locale: Locale = 'en-US') =>
  `${easternDay(instant, locale)} ${easternAt(instant, locale)}`;

/** `2026-12-01` */
export const easternDate = (instant: string) => eastern(instant, 'yyyy-MM-dd');

/** The start of an Eastern date `2026-12-01`, in ms since the epoch. */
export const easternMidnight = (date: string) => fromZonedTime(`${date}T00:00:00`, EASTERN).getTime();

/** `2026-12-01 10:30`, a time for spreadsheets. */
export const easternDateTime = (instant: string) => eastern(instant, 'yyyy-MM-dd HH:mm');

/** `Tue, Dec 1, 10:30 AM`, with the year if it is not the year of `now`. */
export function easternVisit(instant: string, now: Date): string {
  const isThisYear = eastern(instant, 'yyyy') === eastern(now.toISOString(), 'yyyy');
  return eastern(instant, isThisYear ? 'EEE, MMM d, h:mm a' : 'EEE, MMM d, yyyy, h:mm a');
}

/** `Today, 9:12 AM`, `Yesterday, 6:22 PM`, `Nov 18, 2:05 PM` or `Nov 18, 2025, 2:05 PM`. */
export function easternMoment(instant: string, now: Date): string {
  const today = easternDate(now.toISOString());
  const date = easternDate(instant);
  if (date === today) return `Today, ${easternTime(instant)}`;
  if (date === addDays(today, -1)) return `Yesterday, ${easternTime(instant)}`;
  return eastern(instant, date.slice(0, 4) === today.slice(0, 4) ? 'MMM d, h:mm a' : 'MMM d, yyyy, h:mm a');
}

/** For the middle of a sentence: `today, 9:12 AM`. */
export const easternMomentWithin = (instant: string, now: Date) =>
  easternMoment(instant, now).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());

export const isEasternSaturday = (instant: string) => eastern(instant, 'i') === '6';

export const minutesOf = ({ start, end }: Interval) => Math.round((Date.parse(end) - Date.parse(start)) / MINUTE);

/** Groups slots by Eastern day, in order of time. */
export function byEasternDay<S extends Interval>(slots: readonly S[], locale: Locale = 'en-US'): EasternDay<S>[] {
  const days = new Map<string, { heading: string; saturday: boolean; slots: S[] }>();
  for (const slot of [...slots].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const date = eastern(slot.start, 'yyyy-MM-dd');
    const day = days.get(date) ?? {
      heading: easternDay(slot.start, locale),
      saturday: isEasternSaturday(slot.start),
      slots: [],
    };
    day.slots.push(slot);
    days.set(date, day);
  }
  return [...days].map(([date, day]) => ({ date, ...day }));
}

/** `November 3, 2026` for `2026-11-03`; in Spanish `3 de noviembre de 2026`. */
export function longDate(date: CalendarDate, locale: 'en-US' | 'es-US' = 'en-US'): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Eastern days and times in US Spanish. The browser has the names, so no page loads them. */
const formatted = (instant: string, parts: Intl.DateTimeFormatOptions) =>
  new Date(instant).toLocaleString('es-US', { ...parts, timeZone: EASTERN });

/** `martes, 1 de diciembre` */
export const spanishDay = (instant: string) => formatted(instant, { weekday: 'long', day: 'numeric', month: 'long' });

/** `mar, 1 dic` */
const spanishDayBriefly = (instant: string) =>
  formatted(instant, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll('.', '').replace(' de ', ' ');

/** `10:30 a. m.` with no-break spaces. Browsers differ in dots and spaces. */
const spanishTime = (instant: string) =>
  formatted(instant, { hour: 'numeric', minute: '2-digit', hour12: true }).replace(
    /\s*([ap])\.?\s*m\.?$/i,
    (_, half: string) => `\u00a0${half.toLowerCase()}.\u00a0m.`,
  );

/** `a las 10:30 a. m.`, but `a la 1:30 p. m.` */
export function spanishAt(instant: string): string {
  const time = spanishTime(instant);
  return `${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`;
}
