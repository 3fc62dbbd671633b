import type { AwayPeriod, DayHours } from '#contracts/hours';
import { clockOf, minuteOf } from '#lib/clock';

/** As `Date#getDay` counts them. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `Thu, Nov 5`, with its year where that is not the year of `today`. Both are `YYYY-MM-DD`. */
export function dayWords(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** `13:30` as people say it: `1:30 PM`. */
export function clockWords(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The clock so many minutes later on the same day. */
export const later = (clock: string, minutes: number) => clockOf(minuteOf(clock) + minutes);

/** `Mon, Nov 9 to Wed, Nov 11`, or `Fri, Nov 6, 10:00 AM to 1:30 PM`. */
export function awayWords({ first, last, from, until }: AwayPeriod, today: string): string {
  const day = dayWords(first, today);
  if (from && until) return `${day}, ${clockWords(from)} to ${clockWords(until)}`;
  return first === last ? day : `${day} to ${dayWords(last, today)}`;
}

/** `9:00 AM to 5:30 PM`, or `Closed`. */
export function hoursWords(day: DayHours | null, visitMinutes: number): string {
  return day ? `${clockWords(day.first)} to ${clockWords(later(day.last, visitMinutes))}` : 'Closed';
}

/** The later of two clocks. */
export const laterOf = (one: string, other: string) => (one > other ? one : other);
/** The earlier of two clocks. */
export const earlierOf = (one: string, other: string) => (laterOf(one, other) === one ? other : one);

/** Every half hour of a day on which somebody may be away for hours. */
export const halfHours = Array.from({ length: 31 }, (_, index) => later('06:00', index * 30));
