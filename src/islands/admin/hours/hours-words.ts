import type { AwayPeriod, DayHours } from '#contracts/hours';
import { clockOf, minuteOf } from '#lib/time/hours';

/** By `Date#getDay`. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `Thu, Nov 5`, with the year if it is not `today`'s. Both are `YYYY-MM-DD`. */
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

/** `13:30` as `1:30 PM`. */
export function clockWords(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

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

export const laterOf = (one: string, other: string) => (one > other ? one : other);
export const earlierOf = (one: string, other: string) => (laterOf(one, other) === one ? other : one);

/** The choices for hours away: 6 AM to 9 PM. */
export const halfHours = Array.from({ length: 31 }, (_, index) => later('06:00', index * 30));
