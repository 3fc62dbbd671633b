import type { Overlap } from '#contracts/owner-visit';
import { holidaysBetween } from './holidays.ts';
import { awayWithin, type Interval, isBlocked, type Schedule, toSlot } from './times.ts';
import { dateAt } from './zone.ts';

/** The owner's reasons why the interval is not open: a holiday or the hours, and times away. None: `isBlocked` is false. */
export function closingsIn(schedule: Schedule, interval: Interval): Overlap[] {
  const { away: _, repeated: __, ...open } = schedule;
  const day = dateAt(schedule.timeZone, interval.start);
  const [holiday] = schedule.worked?.has(day) ? [] : holidaysBetween(schedule.holidays, day, day);
  const closings: Overlap[] = holiday ? [{ what: 'holiday', name: holiday.name }] : [];
  if (!holiday && isBlocked(open, interval)) closings.push({ what: 'closed' });
  const gone = awayWithin(schedule, interval);
  return [...closings, ...gone.map((one): Overlap => ({ what: 'away', ...toSlot(one) }))];
}
