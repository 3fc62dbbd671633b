import type { Overlap } from '#contracts/lead';
import { holidaysBetween } from './holidays.ts';
import { type Interval, isBlocked, overlap, type Schedule, toSlot, visitAt } from './times.ts';
import { dateAt } from './zone.ts';

/** What closes a part of the interval: a holiday or the hours, and times away. */
export function closingsIn(schedule: Schedule, interval: Interval): Overlap[] {
  const { away = [], ...open } = schedule;
  const day = dateAt(schedule.timeZone, interval.start);
  const [holiday] = holidaysBetween(schedule.holidays, day, day);
  const closings: Overlap[] = holiday ? [{ what: 'holiday', name: holiday.name }] : [];
  if (!holiday && isOutsideHours(open, interval)) closings.push({ what: 'closed' });
  const gone = away.filter((one) => overlap(one, interval));
  return [...closings, ...gone.map((one): Overlap => ({ what: 'away', ...toSlot(one) }))];
}

/** Hours are the starts of visits of the rules' length. One that begins and one that ends with the interval must fit. */
function isOutsideHours(open: Schedule, { start, end }: Interval): boolean {
  const length = visitAt(open, 0).end;
  const out = [start, end - length].map((at) => isBlocked(open, visitAt(open, at)));
  return end - start < length ? out.every(Boolean) : out.some(Boolean);
}
