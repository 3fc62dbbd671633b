import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset';
import * as z from 'zod/mini';
import { emptyRange, invalid, required } from './google-refusal.ts';

/** A moment or a whole day of an event. */
export const EventTime = z.object({
  date: z.optional(z.string()),
  dateTime: z.optional(z.string()),
  timeZone: z.optional(z.string()),
});
export type EventTime = z.infer<typeof EventTime>;

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** A query's instant in ms. Google requires its offset. */
export function queryInstant(name: string, text: unknown): number {
  if (typeof text !== 'string' || text === '') throw required(`Missing ${name}`);
  if (!RFC3339.test(text) || !/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw invalid('Bad Request');
  return Date.parse(text);
}

/** Start and end as Google stores them, in the calendar's zone. Refuses as Google does. */
export function checkedTimes(
  start: EventTime | undefined,
  end: EventTime | undefined,
  calendarZone: string,
): { start: EventTime; end: EventTime } {
  if (!start) throw required('Missing start time.');
  if (!end) throw required('Missing end time.');
  if ((start.date === undefined) !== (end.date === undefined))
    throw invalid('Start and end times must either both be date or both be dateTime.');
  const times = {
    start: checkedTime('start', start, calendarZone),
    end: checkedTime('end', end, calendarZone),
  };
  if (instantOf(times.end, calendarZone) < instantOf(times.start, calendarZone)) throw emptyRange();
  return times;
}

function checkedTime(which: 'start' | 'end', time: EventTime, calendarZone: string): EventTime {
  if (time.date !== undefined) {
    if (time.dateTime !== undefined || !/^\d{4}-\d\d-\d\d$/.test(time.date) || Number.isNaN(Date.parse(time.date)))
      throw invalid(`Invalid ${which} time.`);
    return { date: time.date };
  }
  if (time.dateTime === undefined) throw required(`Missing ${which} time.`);
  if (!RFC3339.test(time.dateTime)) throw invalid('Bad Request');
  const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(time.dateTime);
  if (time.timeZone !== undefined && !isTimeZone(time.timeZone))
    throw invalid(`Invalid time zone definition for ${which} time.`);
  if (!hasOffset && time.timeZone === undefined) throw required(`Missing time zone definition for ${which} time.`);
  const instant = hasOffset ? Date.parse(time.dateTime) : zoned(time.dateTime, time.timeZone ?? calendarZone);
  if (Number.isNaN(instant)) throw invalid('Bad Request');
  return {
    dateTime: withOffset(instant, calendarZone),
    timeZone: time.timeZone ?? calendarZone,
  };
}

/** ms since the epoch. A day begins at midnight in the calendar's zone. */
export function instantOf(time: EventTime, calendarZone: string): number {
  return time.date === undefined ? Date.parse(time.dateTime ?? '') : zoned(`${time.date}T00:00:00`, calendarZone);
}

/** `2026-12-01T10:30:00-05:00` */
function withOffset(instant: number, zone: string): string {
  const offset = getTimezoneOffset(zone, new Date(instant));
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return new Date(instant + offset).toISOString().slice(0, 19) + (offset === 0 ? 'Z' : (offset < 0 ? '-' : '+') + size);
}

function zoned(local: string, zone: string): number {
  return fromZonedTime(local, zone).getTime();
}

const knownZones = new Map<string, boolean>();

function isTimeZone(zone: string): boolean {
  const known = knownZones.get(zone) ?? isNamed(zone);
  knownZones.set(zone, known);
  return known;
}

function isNamed(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
