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
export function queryInstant(name: string, text: string | null | undefined): number {
  if (!text) throw required(`Missing ${name}`);
  if (!RFC3339.exec(text)?.[2] || Number.isNaN(Date.parse(text))) throw invalid('Bad Request');
  return Date.parse(text);
}

/** Start and end as Google stores them, in the calendar's zone. Refuses as Google does. */
export function checkedTimes(
  start: EventTime | undefined,
  end: EventTime | undefined,
  calendarZone: string,
): { start: EventTime; end: EventTime } {
  if (!start || !end) throw required('Missing start or end time.');
  if ((start.date === undefined) !== (end.date === undefined))
    throw invalid('Start and end times must either both be date or both be dateTime.');
  const times = { start: checkedTime(start, calendarZone), end: checkedTime(end, calendarZone) };
  if (instantOf(times.end, calendarZone) < instantOf(times.start, calendarZone)) throw emptyRange();
  return times;
}

function checkedTime({ date, dateTime, timeZone }: EventTime, calendarZone: string): EventTime {
  if (date !== undefined) return { date };
  const [matched, , offset] = RFC3339.exec(dateTime ?? '') ?? [];
  if (!matched) throw invalid('Bad Request');
  if (!offset && timeZone === undefined) throw required('Missing time zone definition.');
  const instant = offset ? Date.parse(matched) : fromZonedTime(matched, timeZone ?? '').getTime();
  if (Number.isNaN(instant)) throw invalid('Bad Request');
  return { dateTime: withOffset(instant, calendarZone), timeZone: timeZone ?? calendarZone };
}

/** ms since the epoch. A day begins at midnight in the calendar's zone. */
export function instantOf({ date, dateTime }: EventTime, calendarZone: string): number {
  return date === undefined ? Date.parse(dateTime ?? '') : fromZonedTime(`${date}T00:00:00`, calendarZone).getTime();
}

/** `2026-12-01T10:30:00-05:00` */
function withOffset(instant: number, zone: string): string {
  const offset = getTimezoneOffset(zone, new Date(instant));
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return new Date(instant + offset).toISOString().slice(0, 19) + (offset === 0 ? 'Z' : (offset < 0 ? '-' : '+') + size);
}
