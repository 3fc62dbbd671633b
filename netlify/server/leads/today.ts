import { type AdminLead, waitsSince } from '#contracts/admin-lead';
import { visitToTell } from '#contracts/lead-outcome';
import { LEADS_A_PAGE } from '#contracts/lead-query';
import { countedStatus, isEnded, type LeadStatus } from '#contracts/lead-status';
import type { Today } from '#contracts/today';
import { answerBy, answerRule } from '#lib/time/answer-by';
import { addDays } from '#lib/time/dates';
import { zonedDate, zonedMidnight } from '#lib/time/zone';
import { DAY } from '#lib/time/units';
import type { Lead } from './lead.ts';
import { listLeads } from './lead-list.ts';
import { asViewed, type LeadsContext } from './lead-view.ts';
import { begunVisits, hasBegun, pastVisit } from './lead-visits.ts';

/** The owner does not call a lead with one of these about a visit whose time another lead has now. */
const dealtWith: readonly string[] = ['lost', 'closed'] satisfies LeadStatus[];

/** The owner's day: whom to call, the visits from today on, and those of which nobody said how they went. */
export async function todayView(context: LeadsContext): Promise<Today> {
  const { now } = context;
  const all = await listLeads(context.leads, context.report);
  const today = zonedDate(new Date(now).toISOString());
  const isAhead = ({ slot }: Lead) => slot !== undefined && Date.parse(slot) > now - DAY && zonedDate(slot) >= today;
  const ahead = all.filter(isAhead);
  const viewedAhead = await asViewed(context, ahead);
  const standing = new Set(viewedAhead.flatMap(({ id, slot }) => (slot ? [id] : [])));
  // Somebody else has its time, and nobody has told the visitor.
  const isLost = (lead: Lead) =>
    isAhead(lead) && !hasBegun(lead, now) && !standing.has(lead.id) && !dealtWith.includes(lead.status);
  const isAsked = (lead: Lead) =>
    !isEnded(lead) && visitToTell({ visits: begunVisits(lead, now).map(pastVisit) }, now) !== undefined;
  const isDue = (lead: Lead) =>
    lead.followUp !== undefined && lead.followUp <= today && !isEnded(lead) && (!lead.slot || hasBegun(lead, now));
  const isNew = (lead: Lead) => countedStatus(lead.status) === 'new' && !lead.isSpam && !isAhead(lead);

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
  const view = (leads: Iterable<Lead>) => [...leads].flatMap(({ id }) => byId.get(id) ?? []);

  // Only a visit that stood in the calendar took place.
  const ended = ({ visits }: AdminLead) => visitToTell({ visits }, now)?.end;
  const outcomes = view(asked).filter(ended).sort(by(ended)).reverse();
  const toTell = new Set(outcomes);
  return {
    visits: view(ahead)
      .filter((lead) => lead.slot !== undefined && !toTell.has(lead))
      .sort(by(({ slot }) => slot)),
    waiting: view(called).map((lead) => ({ ...lead, due: promiseEnds(lead) })),
    waitingCount: waiting.length,
    outcomes: outcomes.slice(0, LEADS_A_PAGE),
    outcomesCount: outcomes.length,
    followUps: view(again),
    followUpsCount: due.length,
  };
}

/** Promises that can still be kept first, the one that ends soonest before all; then the overdue, the longest wait first. */
function byPromise(leads: Lead[], now: number): Lead[] {
  const sorted = leads.sort(by(waitsSince));
  const at = new Date(now).toISOString();
  // Who asked earlier is promised an earlier answer, so only the newest need be looked at.
  const overdue = sorted.findLastIndex((lead) => (promiseEnds(lead) ?? '9') <= at) + 1;
  return [...sorted.slice(overdue), ...sorted.slice(0, overdue)];
}

/**
 * The last moment of what the visitor was told about the answer, in ISO 8601. A day and a night end at midnight.
 * `undefined` if the dealer promises no hours.
 */
function promiseEnds(lead: Pick<Lead, 'createdAt' | 'cancelledAt'>): string | undefined {
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
