import { type AdminLead, type Asked, waitsSince } from '#contracts/admin-lead';
import { ASKED_FOR_MS, visitToTell } from '#contracts/lead-outcome';
import { LEADS_A_PAGE } from '#contracts/lead-query';
import type { Today } from '#contracts/today';
import { answerBy, answerRule } from '#lib/time/answer-by';
import { addDays, zonedToday } from '#lib/time/dates';
import { zonedDate, zonedMidnight } from '#lib/time/zone';
import { DAY } from '#lib/time/units';
import { bookedTime, type Visit } from './visit.ts';
import { listLeads } from './lead-list.ts';
import { asViewed, type LeadsContext } from './lead-view.ts';
import { cancellationOf, type LeadWithVisits } from './lead-visits.ts';
import { placeOf } from './place.ts';

/**
 * The owner's day: whom to call, the visits from today on, and those of which nobody said how they went. `stoppedNumbers`:
 * answers whether the number of such a phone has stopped texts.
 */
export async function todayView(
  context: LeadsContext,
  stoppedNumbers: () => Promise<(phone: string | undefined) => boolean> = async () => () => false,
): Promise<Omit<Today, 'isCallFirst'>> {
  const { now } = context;
  const all = await listLeads(context.leads, context.report);
  const today = zonedToday(now);
  const isFromToday = (start: string) => Date.parse(start) > now - DAY && zonedDate(start) >= today;
  const ahead = all.filter(({ visits }) => visits.some((visit) => bookedTime(visit) && isFromToday(visit.start ?? '')));
  const isNear = ({ start = '' }: Visit) => Date.parse(start) > now - ASKED_FOR_MS - DAY;
  const near = all.flatMap(({ visits }) => visits.filter(isNear));
  const [standing, hasStopped] = await Promise.all([context.standing(near), stoppedNumbers()]);
  // Of older visits nobody asks whether somebody else had their time.
  const stands = (visit: Visit) => standing.has(visit.id) || !isNear(visit);
  const places = Map.groupBy(all, (lead) => placeOf(lead, { now, today, stands }));
  const waiting = byPromise(places.get('waiting') ?? [], now);
  const due = (places.get('followUps') ?? []).sort(by(({ followUp, updatedAt }) => followUp ?? updatedAt));
  const asked = places.get('outcomes') ?? [];
  const called = waiting.slice(0, LEADS_A_PAGE);
  const again = due.slice(0, LEADS_A_PAGE);
  const texted = all
    .filter(({ unansweredText, isRemoving }) => unansweredText && !isRemoving)
    .sort(by(({ unansweredText }) => unansweredText?.at))
    .slice(0, LEADS_A_PAGE);
  const viewed = await asViewed(context, [...new Set([...ahead, ...asked, ...called, ...again, ...texted])], stands);
  const marked = viewed.map((lead) => (hasStopped(lead.request.phone) ? { ...lead, hasStopped: true } : lead));
  const byId = new Map(marked.map((lead) => [lead.id, lead]));
  const view = (leads: readonly LeadWithVisits[]) => leads.flatMap(({ id }) => byId.get(id) ?? []);

  // Only a visit that stood in the calendar took place.
  const ended = (lead: AdminLead) => visitToTell(lead, now)?.end;
  const outcomes = view(asked).filter(ended).sort(by(ended)).reverse();
  const asks = new Map(outcomes.map((lead) => [lead.id, visitToTell(lead, now)?.start]));
  // A card for each visit.
  const cards = view(ahead).flatMap((lead) =>
    [...lead.visits, ...lead.coming]
      .filter(({ start }) => isFromToday(start) && asks.get(lead.id) !== start)
      .map(({ start, end, kind, note }) => ({ ...lead, slot: start, slotEnd: end, slotKind: kind, slotNote: note })),
  );
  return {
    visits: cards.sort(by(({ slot }) => slot)),
    waiting: view(called).map((lead) => ({ ...lead, due: promiseEnds(lead) })),
    waitingCount: waiting.length,
    outcomes: outcomes.slice(0, LEADS_A_PAGE),
    outcomesCount: outcomes.length,
    followUps: view(again),
    followUpsCount: due.length,
    texts: view(texted),
  };
}

/** Promises that can still be kept first, the one that ends soonest before all; then the overdue, the longest wait first. */
function byPromise(leads: readonly LeadWithVisits[], now: number): LeadWithVisits[] {
  const sorted = leads
    .map((lead) => ({ lead, createdAt: lead.createdAt, cancelledAt: cancellationOf(lead, now), also: lead.parts }))
    .sort(by(waitsSince));
  const at = new Date(now).toISOString();
  // Who asked earlier is promised an earlier answer, so only the newest need be looked at.
  const overdue = sorted.findLastIndex((wait) => (promiseEnds(wait) ?? '9') <= at) + 1;
  return [...sorted.slice(overdue), ...sorted.slice(0, overdue)].map(({ lead }) => lead);
}

/**
 * The last moment of what the visitor was told about the answer, in ISO 8601. A day and a night end at midnight.
 * `undefined` if the dealer promises no hours.
 */
function promiseEnds(lead: Asked): string | undefined {
  if (!answerRule) return undefined;
  const { kind, at } = answerBy(Date.parse(waitsSince(lead)), answerRule);
  if (kind === 'hour' || kind === 'noon') return at;
  return new Date(zonedMidnight(addDays(zonedDate(at), 1))).toISOString();
}

/** Orders by a text, the smallest first. */
const by =
  <Of>(textOf: (one: Of) => string | undefined) =>
  (one: Of, other: Of) =>
    (textOf(one) ?? '') < (textOf(other) ?? '') ? -1 : 1;
