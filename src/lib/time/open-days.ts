import zone from '#brand/zone-names.json' with { type: 'json' };
import { pageLocale } from '../page-locale.ts';
import { weekdays } from './dates.ts';

/** A line of hours from `brand/brand.json`. */
export interface OpenDays {
  /** `Mon-Fri`, or one day. */
  readonly days: string;
  /** The days as in `Date#getDay`: 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** Hours after midnight; half past eight is 8.5. */
  readonly opens: number;
  readonly closes: number;
  readonly isByAppointment: boolean;
}

/** By `Date#getDay`: 0 is Sunday. Hours are in the business's zone, 24-hour, [opens, closes). */
export type OpeningHours = Readonly<
  Partial<Record<0 | 1 | 2 | 3 | 4 | 5 | 6, readonly [opens: number, closes: number]>>
>;

const [sunday, ...others] = weekdays;
const WEEK = [...others, sunday].map((name) => name.slice(0, 3));
const DAY_NAME = `(?:${WEEK.join('|')})`;
const CLOCK = '(?:1[0-2]|[1-9])(?::[0-5]\\d)? ?[AP]M';
const LINE = new RegExp(`^(${DAY_NAME})(?:-(${DAY_NAME}))? (${CLOCK})-(${CLOCK})( by appointment)?$`);

/** Reads `Mon-Fri 9 AM-6 PM` or `Sat 9 AM-3 PM by appointment`; `null` for all other texts. */
export function readOpenDays(line: string): OpenDays | null {
  const [whole, first = '', last = first, opening = '', closing = '', note] = LINE.exec(line) ?? [];
  if (whole === undefined) return null;
  const days = WEEK.slice(WEEK.indexOf(first), WEEK.indexOf(last) + 1);
  const [opens, closes] = [hourOf(opening), hourOf(closing)];
  if (days.length === 0 || opens >= closes) return null;
  const weekdays = days.map((day) => (WEEK.indexOf(day) + 1) % WEEK.length);
  return { days: first === last ? first : `${first}-${last}`, weekdays, opens, closes, isByAppointment: Boolean(note) };
}

/** `12:30 PM` in hours after midnight. */
function hourOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.match(/\d+/g)?.map(Number) ?? [];
  return (hour % 12) + minute / 60 + (clock.endsWith('PM') ? 12 : 0);
}

/** Hours after midnight as `9 AM`, or as `9AM` with an empty `space`. */
const hourLabel = (hour: number, space: string): string =>
  clockWords(clockOf(Math.round(hour * 60)))
    .replace(':00', '')
    .replace(' ', space);

/** Hours of the phone: `Mon-Fri 8AM-6PM`. */
export function storeHoursLine({ days, opens, closes, isByAppointment }: OpenDays): string {
  return `${days} ${hourLabel(opens, '')}-${hourLabel(closes, '')}${isByAppointment ? ' by appointment' : ''}`;
}

/** Hours of visits in the zone: `Sat 9 AM-3 PM ET by appointment`. */
export function visitHoursLine({ days, opens, closes, isByAppointment }: OpenDays): string {
  return `${days} ${hourLabel(opens, ' ')}-${hourLabel(closes, ' ')} ${zone.short}${isByAppointment ? ' by appointment' : ''}`;
}

/** Minutes after midnight as `HH:mm`. */
export function clockOf(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** `13:30` as `1:30 PM`; `1:30 p. m.` with no-break spaces. */
export function clockWords(clock: string): string {
  const hour = Number(clock.slice(0, 2));
  const half = hour < 12 ? 'AM' : 'PM';
  const words = pageLocale === 'es-US' ? `\u00a0${half[0]?.toLowerCase()}.\u00a0m.` : ` ${half}`;
  return `${hour % 12 || 12}${clock.slice(2)}${words}`;
}

/** `HH:mm` as minutes after midnight. */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The starts of visits in a stretch of hours, in minutes after midnight. The first one begins with it. */
export function startsIn(
  stretch: { readonly from: string; readonly until: string },
  { visitMinutes, stepMinutes }: { readonly visitMinutes: number; readonly stepMinutes: number },
): number[] {
  const [from, until] = [minuteOf(stretch.from), minuteOf(stretch.until)];
  const count = Math.max(0, Math.floor((until - from - visitMinutes) / stepMinutes) + 1);
  return Array.from({ length: count }, (_, index) => from + index * stepMinutes);
}
