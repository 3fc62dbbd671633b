// Imports single files: Node would need a second to read all of date-fns.
import { format } from 'date-fns/format';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import zone from '#brand/zone.json' with { type: 'json' };
import names from '#brand/zone-names.json' with { type: 'json' };
import { type Locale, pageLocale } from '#lib/page-locale';
import { unbroken } from '#lib/unbroken';
import { MINUTE } from './units.ts';
import { addDays, type CalendarDate } from './dates.ts';

/** All times are in the zone of the business, wherever the visitor is: the visits are here. */
const ZONE = zone.timeZone;
const { short, long, es = long }: { readonly short: string; readonly long: string; readonly es?: string } = names;
/** `ET`, `Eastern Time`, `Eastern`; in Spanish twice `hora del este`. */
export const zoneNames = {
  short,
  long: pageLocale === 'es-US' ? es : long,
  adjective: pageLocale === 'es-US' ? es : long.replace(/( Standard)? Time$/, ''),
} as const;

interface IsoInterval {
  readonly start: string;
  readonly end: string;
}

export interface ZonedDay<S extends IsoInterval> {
  /** `2026-12-01` */
  readonly date: string;
  /** `Tuesday, December 1`; `Martes 1 de diciembre` */
  readonly heading: string;
  /** As in `Date#getDay`: 0 is Sunday. */
  readonly weekday: number;
  readonly slots: readonly S[];
}

/** Formats an instant (ISO 8601 or ms) in the zone. `pattern` is a date-fns pattern without a zone. */
export const formatInZone = (instant: string | number, zone: string, pattern: string) =>
  format(toZonedTime(instant, zone), pattern);

const zoned = (instant: string, pattern: string) => formatInZone(instant, ZONE, pattern);

/** `10:30 AM`; `10:30 a. m.` */
export const zonedTime = (instant: string, locale: Locale = pageLocale) =>
  locale === 'es-US' ? spanishTime(instant) : zoned(instant, 'h:mm a');

/** `Tuesday, December 1`; `martes, 1 de diciembre` */
export const zonedDay = (instant: string, locale: Locale = pageLocale) =>
  locale === 'es-US' ? longSpanishDay(instant) : zoned(instant, 'EEEE, MMMM d');

/** `Tuesday, December 1`; `Martes 1 de diciembre`: a day that begins its line. */
export function zonedHeading(instant: string, locale: Locale): string {
  const day = zonedDay(instant, locale);
  return locale === 'es-US' ? day.charAt(0).toUpperCase() + day.slice(1).replace(',', '') : day;
}

/** `Tue, Dec 1`; `mar, 1 dic` */
export const zonedDayBriefly = (instant: string, locale: Locale = pageLocale) =>
  locale === 'es-US' ? spanishDayBriefly(instant) : zoned(instant, 'EEE, MMM d');

/** `at 10:30 AM`; `a las 10:30 a. m.` */
export const zonedAt = (instant: string, locale: Locale = pageLocale) =>
  locale === 'es-US' ? spanishAt(instant) : `at ${zonedTime(instant, locale)}`;

/** `Tuesday, December 1 at 10:30 AM`. The caller must add the zone. */
export const zonedDayAndTime = (instant: string, locale: Locale = pageLocale) =>
  `${zonedDay(instant, locale)} ${zonedAt(instant, locale)}`;

/** `2026-12-01` */
export const zonedDate = (instant: string) => zoned(instant, 'yyyy-MM-dd');

/** 0 to 23 */
export const zonedHour = (instant: string) => Number(zoned(instant, 'H'));

/** `Tuesday`; `martes` */
export const zonedWeekday = (instant: string, locale: Locale = pageLocale) =>
  locale === 'es-US' ? formatted(instant, { weekday: 'long' }) : zoned(instant, 'EEEE');

/** The start of a date `2026-12-01`, in ms since the epoch. */
export const zonedMidnight = (date: string) => fromZonedTime(`${date}T00:00:00`, ZONE).getTime();

/** `18:05`, as `<input type="time">` writes it. */
export const zonedClock = (instant: string) => zoned(instant, 'HH:mm');

/** The instant (ISO 8601) of a date `2026-12-01` and a time `18:05`; `null` if they are none. */
export function zonedInstant(date: string, time: string): string | null {
  const instant = fromZonedTime(`${date}T${time}:00`, ZONE);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** `2026-12-01 10:30`, a time for spreadsheets. */
export const zonedDateTime = (instant: string) => zoned(instant, 'yyyy-MM-dd HH:mm');

/** `2026-12-01 10:30:00-0500` */
export function zonedStamp(instant: string): string {
  const wall = zoned(instant, "yyyy-MM-dd'T'HH:mm:ss");
  const minutes = Math.round((Date.parse(`${wall}Z`) - Date.parse(instant)) / MINUTE);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
  return wall.replace('T', ' ') + offset;
}

/** `Tue, Dec 1, 10:30 AM`, with the year if it is not the year of `now`. No line ends within its day or time. */
export function zonedVisit(instant: string, now: Date, locale: Locale = pageLocale): string {
  const isThisYear = zoned(instant, 'yyyy') === zoned(now.toISOString(), 'yyyy');
  const year = isThisYear ? undefined : 'numeric';
  const day =
    locale === 'es-US'
      ? spanishDay(instant, { weekday: 'short', year })
      : zoned(instant, isThisYear ? 'EEE, MMM d' : 'EEE, MMM d, yyyy');
  return unbroken(`${day}, ${zonedTime(instant, locale)}`);
}

/** `Today, 9:12 AM`, `Yesterday, 6:22 PM`, `Nov 18, 2:05 PM` or `Nov 18, 2025, 2:05 PM`, each unbroken. */
export function zonedMoment(instant: string, now: Date, locale: Locale = pageLocale): string {
  const today = zonedDate(now.toISOString());
  const date = zonedDate(instant);
  const time = unbroken(zonedTime(instant, locale));
  if (date === today) return `${locale === 'es-US' ? 'Hoy' : 'Today'}, ${time}`;
  if (date === addDays(today, -1)) return `${locale === 'es-US' ? 'Ayer' : 'Yesterday'}, ${time}`;
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const year = isThisYear ? undefined : 'numeric';
  const day = locale === 'es-US' ? spanishDay(instant, { year }) : zoned(instant, isThisYear ? 'MMM d' : 'MMM d, yyyy');
  return `${unbroken(day)}, ${time}`;
}

/** For the middle of a sentence: `today, 9:12 AM ET`. */
export const zonedMomentWithin = (instant: string, now = new Date(), locale: Locale = pageLocale) =>
  unbroken(
    `${zonedMoment(instant, now, locale).replace(/^(Today|Yesterday|Hoy|Ayer)/, (day) => day.toLowerCase())} ${zoneNames.short}`,
  );

export const minutesOf = ({ start, end }: IsoInterval) => Math.round((Date.parse(end) - Date.parse(start)) / MINUTE);

/** Groups slots by the zone's days, in order of time. */
export function byZonedDay<S extends IsoInterval>(slots: readonly S[], locale: Locale = pageLocale): ZonedDay<S>[] {
  const days = new Map<string, { heading: string; weekday: number; slots: S[] }>();
  for (const slot of [...slots].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const date = zoned(slot.start, 'yyyy-MM-dd');
    const day = days.get(date) ?? {
      heading: zonedHeading(slot.start, locale),
      weekday: Number(zoned(slot.start, 'i')) % 7,
      slots: [],
    };
    day.slots.push(slot);
    days.set(date, day);
  }
  return [...days].map(([date, day]) => ({ date, ...day }));
}

/** `November 3, 2026` for `2026-11-03`; in Spanish `3 de noviembre de 2026`. */
export function longDate(date: CalendarDate, locale: Locale = pageLocale): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Days and times in US Spanish. The browser has the names, so no page loads them. */
const formatted = (instant: string, parts: Intl.DateTimeFormatOptions) =>
  new Date(instant).toLocaleString('es-US', { ...parts, timeZone: ZONE });

/** `martes, 1 de diciembre` */
const longSpanishDay = (instant: string) => formatted(instant, { weekday: 'long', day: 'numeric', month: 'long' });

/** `mar, 1 dic` */
const spanishDayBriefly = (instant: string) => spanishDay(instant, { weekday: 'short' });

/** `1 dic`, with what else `parts` name. */
const spanishDay = (instant: string, parts: Intl.DateTimeFormatOptions) =>
  formatted(instant, { ...parts, day: 'numeric', month: 'short' })
    .replaceAll('.', '')
    .replaceAll(' de ', ' ');

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
