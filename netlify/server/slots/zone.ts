import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import { addDays } from '#lib/time/dates';
import { clockOf } from '#lib/time/hours';
import { DAY, MINUTE } from '#lib/time/units';

const MAX_DAYS = 2000;

const midnights = new Map<string, number>();

/** The instant (ms) when the date `YYYY-MM-DD` begins in the zone. Cached, because time zone lookups are slow. */
function midnight(zone: string, date: string): number {
  const key = `${date} ${zone}`;
  const kept = midnights.get(key);
  if (kept !== undefined) return kept;
  const named = fromZonedTime(`${date}T00:00`, zone).getTime();
  const shown = toZonedTime(named, zone);
  const minute = shown.getHours() * 60 + shown.getMinutes();
  // Some clocks skip midnight, as in Havana, and `shown` is 23:00. The day begins after the skip.
  const instant = minute === 0 ? named : named + DAY - minute * MINUTE;
  if (midnights.size >= MAX_DAYS) midnights.clear();
  midnights.set(key, instant);
  return instant;
}

/** The date `YYYY-MM-DD` in the zone at the instant (ms). */
export function dateAt(zone: string, instant: number): string {
  const date = new Date(instant).toISOString().slice(0, 10);
  if (instant < midnight(zone, date)) return addDays(date, -1);
  const next = addDays(date, 1);
  return instant < midnight(zone, next) ? date : next;
}

/** The instant (ms) when clocks in the zone show the time. `minute` counts from midnight on a normal day. */
export function instantAt(zone: string, date: string, minute: number): number {
  const start = midnight(zone, date);
  const isPlain = midnight(zone, addDays(date, 1)) - start === DAY;
  if (isPlain) return start + minute * MINUTE;
  return fromZonedTime(`${date}T${clockOf(minute)}`, zone).getTime();
}
