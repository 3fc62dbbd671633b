import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import { addDays } from '#lib/time/dates';
import type { Interval } from '#lib/time/interval';
import { clockOf } from '#lib/time/open-days';
import { DAY, MINUTE } from '#lib/time/units';

const MAX_DAYS = 2000;
const days = new Map<string, Interval>();

/** The date `YYYY-MM-DD` in the zone. Cached, because time zone lookups are slow. */
function dayIn(zone: string, date: string): Interval {
  const key = `${date} ${zone}`;
  const kept = days.get(key);
  if (kept) return kept;
  const [before, after] = [-1, 1].map((count) => addDays(date, count));
  const start = days.get(`${before} ${zone}`)?.end ?? midnight(zone, date);
  const day = { start, end: days.get(`${after} ${zone}`)?.start ?? midnight(zone, addDays(date, 1)) };
  if (days.size >= MAX_DAYS) days.clear();
  days.set(key, day);
  return day;
}

/** The instant (ms) when the date begins. */
function midnight(zone: string, date: string): number {
  const named = fromZonedTime(`${date}T00:00`, zone).getTime();
  const shown = toZonedTime(named, zone);
  const minute = shown.getHours() * 60 + shown.getMinutes();
  // Some clocks skip midnight, as in Havana, and `shown` is 23:00. The day begins after the skip.
  return minute === 0 ? named : named + DAY - minute * MINUTE;
}

/** The date `YYYY-MM-DD` in the zone at the instant (ms). */
export function dateAt(zone: string, instant: number): string {
  const date = new Date(instant).toISOString().slice(0, 10);
  const { start, end } = dayIn(zone, date);
  if (instant < start) return addDays(date, -1);
  return instant < end ? date : addDays(date, 1);
}

/** The instant (ms) when clocks in the zone show the time. `minute` counts from midnight on a normal day. */
export function instantAt(zone: string, date: string, minute: number): number {
  const { start, end } = dayIn(zone, date);
  if (end - start === DAY) return start + minute * MINUTE;
  return fromZonedTime(`${date}T${clockOf(minute)}`, zone).getTime();
}
