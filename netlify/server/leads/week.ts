import type { Week } from '#lead/answers';
import type { Lead } from '#lead/lead';
import { bookedTime, pastVisits, standingVisits } from '#lead/visits';
import { addDays, mondayOf } from '#lib/time/dates';
import { type Interval, overlap, toSlot } from '#lib/time/interval';
import { awayInterval, awayWithin } from '#server/slots/away';
import { holidaysBetween } from '#server/slots/holidays';
import type { Schedule } from '#server/slots/times';
import { dateAt } from '#server/slots/zone';
import { listLeads } from './lead-list.ts';
import { type LeadsContext, shown } from './lead-view.ts';

/** The week, Monday to Sunday, that holds the day `from` (`YYYY-MM-DD`; empty for today). */
export async function weekView(
  context: LeadsContext,
  readSchedule: () => Promise<Schedule>,
  from: string,
): Promise<Week> {
  const [all, schedule] = await Promise.all([listLeads(context.leads, context.report), readSchedule()]);
  const { timeZone, holidays, worked } = schedule;
  const daysFrom = (first: string, last: string) => awayInterval(timeZone, { first, last });
  const monday = mondayOf(from || dateAt(timeZone, context.now));
  const week = daysFrom(monday, addDays(monday, 6));
  const isInWeek = (time: Interval | null) => time !== null && overlap(time, week);
  const leads = await shown(
    context,
    all.filter(({ visits }) => visits.some((visit) => isInWeek(bookedTime(visit)))),
  );
  const visits = leads
    .flatMap((lead) => visitsIn(lead, context.now))
    .sort((one, other) => one.time.start - other.time.start);
  const away = awayWithin(schedule, week);
  return {
    days: Array.from({ length: 7 }, (_, index) => {
      const date = addDays(monday, index);
      const day = daysFrom(date, date);
      return {
        date,
        holidays: worked?.has(date) ? [] : holidaysBetween(holidays, date, date).map(({ name }) => name),
        away: away
          .filter((time) => overlap(time, day))
          .map(({ start, end }) => toSlot({ start: Math.max(start, day.start), end: Math.min(end, day.end) }))
          .sort((one, other) => Date.parse(one.start) - Date.parse(other.start)),
        visits: visits
          .filter(({ time }) => time.start >= day.start && time.start < day.end)
          .map(({ visit, lead }) => ({ visit, lead })),
      };
    }),
  };
}

const visitsIn = (lead: Lead, now: number) =>
  [...pastVisits(lead, now), ...standingVisits(lead, now)].flatMap((visit) => {
    const time = bookedTime(visit);
    return time ? [{ visit, lead, time }] : [];
  });
