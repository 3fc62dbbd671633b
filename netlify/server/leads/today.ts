import { type ShownLead, type Today, waitsSince, type Week } from '#lead/answers';
import type { Lead, Visit } from '#lead/lead';
import { ASKED_FOR_MS, callDayOf, placeOf, visitToTell } from '#lead/place';
import { bookedTime, isOfSeveral, pastVisits, standingVisits, withLost } from '#lead/visits';
import { LEADS_A_PAGE } from '#contracts/lead-query';
import { answerRule } from '#business';
import { answerBy } from '#lib/time/answer-by';
import { addDays, mondayOf, zonedToday } from '#lib/time/dates';
import { zonedDate, zonedMidnight } from '#lib/time/zone';
import { DAY } from '#lib/time/units';
import { type LeadsContext, leadsSeen, shown } from './lead-view.ts';
import { type Interval, overlap, toSlot } from '#lib/time/interval';
import { awayInterval, awayWithin, type TimesAway } from '#server/slots/away';
import { holidaysBetween } from '#lib/time/holidays';
import type { Schedule } from '#server/slots/times';
import { unmannedOf } from '#server/slots/unmanned';
import { dateAt } from '#server/slots/zone';

/**
 * The owner's day: whom to call, the visits from today on, and those of which nobody said how they went. Reads the schedule
 * only where there were several people at a booking, to say which visits nobody makes.
 */
export async function todayView(
  context: LeadsContext,
  readSchedule: () => Promise<Schedule>,
): Promise<Omit<Today, 'isCallFirst'>> {
  const { now } = context;
  const listed = await leadsSeen(context);
  const isForOffice = context.installer === undefined;
  const ofSeveral = isForOffice && listed.some(({ visits }) => visits.some(isOfSeveral)) && readSchedule();
  const today = zonedToday(now);
  const isFromToday = ({ start = '' }: Visit) => Date.parse(start) > now - DAY && zonedDate(start) >= today;
  const isNear = ({ start = '' }: Visit) => Date.parse(start) > now - ASKED_FOR_MS - DAY;
  const near = listed.flatMap(({ visits }) => visits.filter(isNear));
  const [standing, stopped, schedule] = await Promise.all([context.standing(near), context.stopped?.(), ofSeveral]);
  // Of older visits nobody asks whether somebody else had their time.
  const all = listed.map((lead) => withLost(lead, (visit) => standing.has(visit.id) || !isNear(visit)));
  const places = Map.groupBy(all, (lead) => placeOf(lead, now, today));
  const of = (lead: Lead): ShownLead => (stopped?.(lead.request.phone) ? { ...lead, hasStopped: true } : lead);
  const page = (leads: readonly Lead[]) => leads.slice(0, LEADS_A_PAGE).map(of);

  const waiting = byPromise(places.get('waiting') ?? [], now);
  const due = (places.get('followUps') ?? []).sort(by(callDayOf)).reverse();
  const asked = (places.get('outcomes') ?? []).sort(by((lead) => visitToTell(lead, now)?.end)).reverse();
  const texted = all
    .filter(({ unansweredTexts, unsentText }) => unansweredTexts ?? unsentText)
    .sort(by(({ unansweredTexts, unsentText }) => unansweredTexts?.[0]?.at ?? unsentText?.at));
  const asks = new Set(asked.map((lead) => visitToTell(lead, now)?.id));
  // A card for each visit.
  const cards = all.flatMap((lead) =>
    lead.visits.some((visit) => bookedTime(visit) && isFromToday(visit))
      ? [...pastVisits(lead, now), ...standingVisits(lead, now)]
          .filter((visit) => isFromToday(visit) && !asks.has(visit.id))
          .map((visit) => ({ visit, lead: of(lead), ...unmannedOf(schedule, visit, now) }))
      : [],
  );
  return {
    visits: cards.sort(by(({ visit }) => visit.start)),
    waiting: page(waiting).map((lead) => ({ ...lead, due: promiseEnds(lead, now) })),
    waitingCount: waiting.length,
    outcomes: page(asked),
    outcomesCount: asked.length,
    followUps: page(due),
    followUpsCount: due.length,
    texts: page(texted),
  };
}

/** Promises that can still be kept first, the one that ends soonest before all; then the overdue, the longest wait first. */
function byPromise(leads: readonly Lead[], now: number): Lead[] {
  const sorted = leads.toSorted(by((lead) => waitsSince(lead, now)));
  const at = new Date(now).toISOString();
  // Who asked earlier is promised an earlier answer, so only the newest need be looked at.
  const overdue = sorted.findLastIndex((lead) => (promiseEnds(lead, now) ?? '9') <= at) + 1;
  return [...sorted.slice(overdue), ...sorted.slice(0, overdue)];
}

/**
 * The last moment of what the visitor was told about the answer, in ISO 8601. A day ends at midnight.
 * `undefined` if the dealer promises no hours.
 */
function promiseEnds(lead: Lead, now: number): string | undefined {
  if (!answerRule) return undefined;
  const { kind, at } = answerBy(Date.parse(waitsSince(lead, now)), answerRule);
  if (kind === 'hour' || kind === 'noon') return at;
  return new Date(zonedMidnight(addDays(zonedDate(at), 1))).toISOString();
}

/** Orders by a text, the smallest first. */
const by =
  <Of>(textOf: (one: Of) => string | undefined) =>
  (one: Of, other: Of) =>
    (textOf(one) ?? '') < (textOf(other) ?? '') ? -1 : 1;

/** The week, Monday to Sunday, that holds the day `from` (`YYYY-MM-DD`; empty for today). */
export async function weekView(
  context: LeadsContext,
  readSchedule: () => Promise<Schedule>,
  from: string,
): Promise<Week> {
  const [all, schedule] = await Promise.all([leadsSeen(context), readSchedule()]);
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
  const { installer, now } = context;
  const people = schedule.people?.filter(({ id }) => installer === undefined || id === installer) ?? [];
  const timesOf = ({ away = [], repeated = [] }: Omit<TimesAway, 'timeZone'>, person?: string) =>
    awayWithin({ timeZone, away, repeated }, week).map((time) => ({ ...time, ...(person && { person }) }));
  const away = [...timesOf(schedule), ...people.flatMap((one) => timesOf(one, one.id))];
  return {
    days: Array.from({ length: 7 }, (_, index) => {
      const date = addDays(monday, index);
      const day = daysFrom(date, date);
      return {
        date,
        holidays: worked?.has(date) ? [] : holidaysBetween(holidays, date, date).map(({ name }) => name),
        away: away
          .filter((time) => overlap(time, day))
          .map(({ start, end, ...of }) => ({
            ...toSlot({ start: Math.max(start, day.start), end: Math.min(end, day.end) }),
            ...of,
          }))
          .sort((one, other) => Date.parse(one.start) - Date.parse(other.start)),
        visits: visits
          .filter(({ time }) => time.start >= day.start && time.start < day.end)
          .map(({ visit, lead }) => ({ visit, lead, ...unmannedOf(installer === undefined && schedule, visit, now) })),
      };
    }),
  };
}

const visitsIn = (lead: Lead, now: number) =>
  [...pastVisits(lead, now), ...standingVisits(lead, now)].flatMap((visit) => {
    const time = bookedTime(visit);
    return time ? [{ visit, lead, time }] : [];
  });
