import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import { addDays } from '#lib/calendar-date';
import { clockOf } from '#lib/clock';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Days that a process remembers. */
const MAX_DAYS = 2000;

const midnights = new Map<string, number>();

/** The instant (ms) at which the calendar date `YYYY-MM-DD` begins there. To ask a time zone is slow, so it is kept. */
function midnight(zone: string, date: string): number {
  const key = `${date} ${zone}`;
  const kept = midnights.get(key);
  if (kept !== undefined) return kept;
  const named = fromZonedTime(`${date}T00:00`, zone).getTime();
  const shown = toZonedTime(named, zone);
  const minute = shown.getHours() * 60 + shown.getMinutes();
  // Where clocks leap over midnight, as in Havana, they show 23:00 then: the day begins with the leap.
  const instant = minute === 0 ? named : named + DAY - minute * MINUTE;
  if (midnights.size >= MAX_DAYS) midnights.clear();
  midnights.set(key, instant);
  return instant;
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

/** The calendar date, `YYYY-MM-DD`, that it is in the zone at the instant (ms). */
export function dateAt(zone: string, instant: number): string {
  const date = new Date(instant).toISOString().slice(0, 10);
  if (instant < midnight(zone, date)) return addDays(date, -1);
  const next = addDays(date, 1);
  return instant < midnight(zone, next) ? date : next;
}

/** The instant (ms) at which clocks in the zone show that time: minutes after midnight as on any other day. */
export function instantAt(zone: string, date: string, minute: number): number {
  const start = midnight(zone, date);
  const isPlain = midnight(zone, addDays(date, 1)) - start === DAY;
  if (isPlain) return start + minute * MINUTE;
  return fromZonedTime(`${date}T${clockOf(minute)}`, zone).getTime();
}
