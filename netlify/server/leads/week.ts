import type { Week } from '#contracts/week';
import { awayInterval, awayWithin } from '#server/slots/away';
import { holidaysBetween } from '#server/slots/holidays';
import { type Interval, overlap, type Schedule, toInterval, toSlot } from '#server/slots/times';
import { dateAt } from '#server/slots/zone';
import { addDays, mondayOf } from '#lib/time/dates';
import { listLeads } from './lead-list.ts';
import { asViewed, type LeadsContext } from './lead-view.ts';
import { bookedTime } from './visit.ts';

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
  const leads = await asViewed(
    context,
    all.filter(({ visits }) => visits.some((visit) => isInWeek(bookedTime(visit)))),
  );
  const visits = leads.flatMap((lead) => [...lead.visits, ...lead.coming].map((visit) => ({ ...visit, lead })));
  const away = awayWithin(schedule, week);
  return {
    days: Array.from({ length: 7 }, (_, index) => {
      const date = addDays(monday, index);
      const day = daysFrom(date, date);
      const begins = (time: Interval) => time.start >= day.start && time.start < day.end;
      return {
        date,
        holidays: worked?.has(date) ? [] : holidaysBetween(holidays, date, date).map(({ name }) => name),
        away: away
          .filter((time) => overlap(time, day))
          .map(({ start, end }) => toSlot({ start: Math.max(start, day.start), end: Math.min(end, day.end) }))
          .sort(byStart),
        visits: visits.filter((visit) => begins(toInterval(visit))).sort(byStart),
      };
    }),
  };
}

const byStart = (one: { readonly start: string }, other: { readonly start: string }) =>
  Date.parse(one.start) - Date.parse(other.start);
