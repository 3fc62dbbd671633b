import { type AdminLead, waitsSince } from '#contracts/admin-lead';
import { visitToTell } from '#contracts/lead-outcome';
import { LEADS_A_PAGE } from '#contracts/lead-query';
import { countedStatus, isEnded, type LeadStatus } from '#contracts/lead-status';
import type { Today } from '#contracts/today';
import { answerBy, answerRule } from '#lib/time/answer-by';
import { addDays } from '#lib/time/dates';
import { zonedDate, zonedMidnight } from '#lib/time/zone';
import { DAY } from '#lib/time/units';
import { bookedTime } from './visit.ts';
import { listLeads } from './lead-list.ts';
import { asViewed, type LeadsContext } from './lead-view.ts';
import {
  begunVisits,
  cancellationOf,
  comingVisits,
  type LeadWithVisits,
  viewed as viewedVisits,
} from './lead-visits.ts';

/** The owner does not call a lead with one of these about a visit whose time another lead has now. */
const dealtWith: readonly string[] = ['lost', 'closed'] satisfies LeadStatus[];

/** The owner's day: whom to call, the visits from today on, and those of which nobody said how they went. */
export async function todayView(context: LeadsContext): Promise<Today> {
  const { now } = context;
  const all = await listLeads(context.leads, context.report);
  const today = zonedDate(new Date(now).toISOString());
  const isFromToday = (start: string) => Date.parse(start) > now - DAY && zonedDate(start) >= today;
  const isAhead = ({ visits }: LeadWithVisits) =>
    visits.some((visit) => bookedTime(visit) && isFromToday(visit.start ?? ''));
  const ahead = all.filter(isAhead);
  const viewedAhead = await asViewed(context, ahead);
  const standing = new Map(viewedAhead.map(({ id, coming }) => [id, coming.length]));
  // Somebody else has a visit's time, and nobody has told the visitor.
  const isLost = (lead: LeadWithVisits) =>
    comingVisits(lead, now).length > (standing.get(lead.id) ?? 0) && !dealtWith.includes(lead.status);
  const isAsked = (lead: LeadWithVisits) =>
    !isEnded(lead) && visitToTell({ visits: viewedVisits(begunVisits(lead, now)) }, now) !== undefined;
  const isDue = (lead: LeadWithVisits) =>
    lead.followUp !== undefined && lead.followUp <= today && !isEnded(lead) && comingVisits(lead, now).length === 0;
  const isNew = (lead: LeadWithVisits) => countedStatus(lead.status) === 'new' && !lead.isSpam && !isAhead(lead);

  const asked = new Set(all.filter(isAsked));
  const waiting = byPromise(
    all.filter((lead) => (isNew(lead) || isLost(lead)) && !asked.has(lead)),
    now,
  );
  const isCalled = new Set(waiting);
  const due = all
    .filter((lead) => isDue(lead) && !asked.has(lead) && !isCalled.has(lead))
    .sort(by(({ followUp }) => followUp));
  const called = waiting.slice(0, LEADS_A_PAGE);
  const again = due.slice(0, LEADS_A_PAGE);
  const others = new Set([...asked, ...called, ...again].filter((lead) => !isAhead(lead)));
  const viewed = [...viewedAhead, ...(await asViewed(context, [...others]))];
  const byId = new Map(viewed.map((lead) => [lead.id, lead]));
  const view = (leads: Iterable<LeadWithVisits>) => [...leads].flatMap(({ id }) => byId.get(id) ?? []);

  // Only a visit that stood in the calendar took place.
  const ended = ({ visits }: AdminLead) => visitToTell({ visits }, now)?.end;
  const outcomes = view(asked).filter(ended).sort(by(ended)).reverse();
  const asks = new Map(outcomes.map(({ id, visits }) => [id, visitToTell({ visits }, now)?.start]));
  // A card for each visit.
  const cards = view(ahead).flatMap((lead) =>
    [...lead.visits, ...lead.coming]
      .filter(({ start }) => isFromToday(start) && asks.get(lead.id) !== start)
      .map(({ start, end, kind }) => ({ ...lead, slot: start, slotEnd: end, slotKind: kind })),
  );
  return {
    visits: cards.sort(by(({ slot }) => slot)),
    waiting: view(called).map((lead) => ({ ...lead, due: promiseEnds(lead) })),
    waitingCount: waiting.length,
    outcomes: outcomes.slice(0, LEADS_A_PAGE),
    outcomesCount: outcomes.length,
    followUps: view(again),
    followUpsCount: due.length,
  };
}

/** Promises that can still be kept first, the one that ends soonest before all; then the overdue, the longest wait first. */
function byPromise(leads: LeadWithVisits[], now: number): LeadWithVisits[] {
  const since = (lead: LeadWithVisits) => ({ ...lead, cancelledAt: cancellationOf(lead, now) });
  const sorted = leads.sort(by((lead) => waitsSince(since(lead))));
  const at = new Date(now).toISOString();
  // Who asked earlier is promised an earlier answer, so only the newest need be looked at.
  const overdue = sorted.findLastIndex((lead) => (promiseEnds(since(lead)) ?? '9') <= at) + 1;
  return [...sorted.slice(overdue), ...sorted.slice(0, overdue)];
}

/**
 * The last moment of what the visitor was told about the answer, in ISO 8601. A day and a night end at midnight.
 * `undefined` if the dealer promises no hours.
 */
function promiseEnds(lead: Pick<AdminLead, 'createdAt' | 'cancelledAt'>): string | undefined {
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
