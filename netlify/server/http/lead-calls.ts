import { zonedToday } from '#lib/time/dates';
import { randomUUID } from 'node:crypto';
import type { AdminLead, MakeOne } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import type { LeadMails } from '#contracts/lead-mails';
import { MAX_NOTES } from '#contracts/lead-note';
import { LeadQuery } from '#contracts/lead-query';
import type { VisitByOwner } from '#contracts/owner-visit';
import type { DayChange } from '#contracts/visit-day';
import { type OwnersRequest, reachablePreference } from '#contracts/lead-request';
import type { Rule } from '#contracts/problem';
import type { Today } from '#contracts/today';
import { WeekQuery } from '#contracts/week';
import { standing } from '#server/slots/records';
import { csvLines } from '#server/leads/lead-csv';
import { editLead, type LeadsContext, leadPage, matchingLeads, viewLead } from '#server/leads/lead-view';
import { todayView } from '#server/leads/today';
import { weekView } from '#server/leads/week';
import { changeVisitForLead, type OwnerOutcome } from '#server/booking/owner-changes';
import { removeLead } from '#server/booking/removal';
import { markDay } from '#server/booking/visit-day';
import { asksToCall } from '#server/booking/visit-quota';
import { rewordEvents } from '#server/booking/visits';
import { keepLead, noteOpened } from '#server/leads/lead';
import { leadIds } from '#server/leads/lead-id';
import { idsOf, makeOne } from '#server/leads/one-lead';
import { isRemoved } from '#server/leads/removed';
import { forgetLead } from '#server/channels/channels';
import { mailsOf } from '#server/channels/mail/sent-mails';
import { stoppedNumbers } from '#server/channels/texts/ledger';
import { withOutcome } from '#server/news/pending';
import type { AdminCall } from './owner-session.ts';
import { empty, file, json } from './answers.ts';
import { Refusal, type Refused } from './refusal.ts';
import { parsed } from './request-body.ts';
import { logHandled } from './log.ts';

/** `GET /api/leads`: 200 and one page of the matching leads; 400 for a wrong query. */
export async function showLeads(call: AdminCall): Promise<Response> {
  return json(200, await leadPage(contextOf(call), queryOf(call)));
}

/** `GET /api/leads/export`: 200 and all matching leads, streamed since a whole answer may have 6 MB at most; 400. */
export async function exportLeads(call: AdminCall): Promise<Response> {
  const context = contextOf(call);
  const leads = await matchingLeads(context, queryOf(call));
  const name = `leads-${zonedToday(context.now)}.csv`;
  return file(csvLines(leads), { name, type: 'text/csv; charset=utf-8' });
}

/** `GET /api/today`: 200, the coming visits and the waiting requests. */
export async function showToday(call: AdminCall): Promise<Response> {
  const { services } = call;
  const [today, isCallFirst] = await Promise.all([
    todayView(contextOf(call), services.channels.texts ? () => stoppedNumbers(services.leads) : undefined),
    asksToCall({ ...services, now: services.now() }),
  ]);
  return json(200, { ...today, isCallFirst } satisfies Today);
}

/** `GET /api/week`: 200 and the visits and the times off of a week; 400 for a wrong day. */
export async function showWeek(call: AdminCall): Promise<Response> {
  const { request, services } = call;
  const { from } = parsed(WeekQuery, Object.fromEntries(new URL(request.url).searchParams));
  return json(200, await weekView(contextOf(call), () => services.schedule(), from));
}

/** `GET /api/leads/{id}`: 200 and the lead, which counts as opened then; 404. */
export async function showLead(call: AdminCall): Promise<Response> {
  return openedAnswer(call, await viewLead(contextOf(call), call.params['id'] ?? ''));
}

/** Fields that say what became of a lead. */
const outcomeFields = ['status', 'outcome', 'amount', 'lostReason'] as const satisfies (keyof LeadChange)[];

/** `PUT /api/leads/{id}`: 200 and the lead; 400; 404; 409 for a changed field, too many notes, and an absent visit. */
export async function saveLead(change: LeadChange, call: AdminCall): Promise<Response> {
  const id = call.params['id'] ?? '';
  const edit = () => editLead(contextOf(call), id, { ...change, by: call.subject });
  const isOutcome = outcomeFields.some((field) => change[field] !== undefined);
  const outcome = await (isOutcome ? withOutcome(call.services, id, edit) : edit());
  if (outcome === 'noVisit') throw new Refusal(409, 'noVisitThen');
  if (outcome === 'unreachable') throw new Refusal(400, 'check', { issues: [unreachable] });
  if (outcome === 'notesFull') throw new Refusal(409, { code: 'notesFull', max: MAX_NOTES });
  if (outcome && 'conflict' in outcome) throw new Refusal(409, 'changedSince', outcome);
  return leadAnswer(outcome);
}

const unreachable = { path: ['request', 'phone'], message: 'reachable' satisfies Rule };

/** `POST /api/leads`: 201 and a caller's lead. Mails nobody. The same `Idempotency-Key` means the same lead. */
export async function addLead({ company: _, followUp, ...given }: OwnersRequest, call: AdminCall): Promise<Response> {
  const { services } = call;
  const request = { ...given, preferredContact: reachablePreference(given) };
  const key = call.request.headers.get('idempotency-key') || randomUUID();
  for (const id of leadIds(`by phone\n${key}`)) {
    const lead = { id, request, followUp, source: 'phone', by: call.subject, now: new Date(services.now()) } as const;
    const isGone = (await isRemoved(services.leads, id)) || (await keepLead(services.leads, lead)) === 'removed';
    if (!isGone) return leadAnswer(await viewLead(contextOf(call), id), 201);
  }
  throw new Error('Every id of this key is of a removed lead');
}

const visitRefusals: Record<Exclude<OwnerOutcome, 'done' | object>, Refused> = {
  unknown: [404, 'noLead'],
  stale: [409, 'leadStale'],
  begun: [409, 'leadBegun'],
  past: [409, 'leadPast'],
  far: [409, 'leadFar'],
  taken: [409, 'leadTaken'],
  closed: [409, 'closed'],
  superseded: [409, 'leadSuperseded'],
  unconfirmed: [503, 'leadUnconfirmed'],
  refused: [502, 'leadRefused'],
  ended: [409, 'leadEnded'],
  hasVisit: [409, 'leadHasVisit'],
  movedOften: [409, 'leadMovedOften'],
  notMovable: [409, 'leadMovedOften'],
  full: [409, 'leadFull'],
  networkFull: [409, 'leadFull'],
  callFirst: [409, 'leadFull'],
};

/** `POST /api/leads/{id}/visit`: 200 and the changed lead; 404, 409, 502, 503. */
export async function changeVisitByOwner(change: VisitByOwner, call: AdminCall): Promise<Response> {
  const { services } = call;
  const id = call.params['id'] ?? '';
  const outcome = await changeVisitForLead({ ...services, now: services.now() }, id, {
    ...change,
    by: call.subject,
  });
  if (typeof outcome === 'object') throw new Refusal(409, 'leadOverlaps', { conflict: { fields: outcome } });
  if (outcome !== 'done') throw new Refusal(...visitRefusals[outcome]);
  return openedAnswer(call, await viewLead(contextOf(call), id));
}

/** `POST /api/leads/{id}/one`: 200 and the kept lead; 404 if one of them is gone. */
export async function makeLeadsOne({ other }: MakeOne, call: AdminCall): Promise<Response> {
  const { services, params, subject } = call;
  const by = { now: services.now(), by: subject };
  const kept = await makeOne(services.leads, [params['id'] ?? '', other], by);
  return leadAnswer(kept === null ? null : await viewLead(contextOf(call), kept));
}

/** `POST /api/leads/{id}/day`: 200 and the lead; 404; 409 for a visit of another day, and if the visitor knows already. */
export async function changeDay(change: DayChange, call: AdminCall): Promise<Response> {
  const context = { ...contextOf(call), notify: call.services.notify };
  const outcome = await markDay(context, call.params['id'] ?? '', { ...change, by: call.subject });
  if (typeof outcome === 'string') throw new Refusal(409, outcome);
  return leadAnswer(outcome);
}

/** `DELETE /api/leads/{id}`: 204, all of the lead is gone for good; 404; 409 with a coming visit. */
export async function deleteLead({ services, params }: AdminCall): Promise<Response> {
  const context = { ...services, now: services.now() };
  const outcome = await removeLead(context, params['id'] ?? '', (id) => forgetLead(services.leads, id));
  if (outcome === 'unknown') throw new Refusal(404, 'noLead');
  if (outcome === 'hasVisit') throw new Refusal(409, 'visitToCome');
  // If this fails, the hourly sweep does it.
  await services.leads.scrub?.().catch((error: unknown) => logHandled('Overwriting what was deleted', error));
  return empty();
}

/** `GET /api/leads/{id}/mails`: 200 and the mails about the lead. */
export async function listMails({ services, params }: AdminCall): Promise<Response> {
  const ids = await idsOf(services.leads, params['id'] ?? '');
  const mails = (await Promise.all(ids.map((id) => mailsOf(services.leads, id)))).flat();
  return json(200, { mails: mails.sort((one, other) => (one.at > other.at ? -1 : 1)) } satisfies LeadMails);
}

/** The owner sees the lead now, or has done something about it. */
function openedAnswer({ services, later }: AdminCall, lead: AdminLead | null): Response {
  if (lead) later(() => noteOpened(services.leads, lead.id, services.now()));
  return leadAnswer(lead);
}

function leadAnswer(lead: AdminLead | null, status = 200): Response {
  if (!lead) throw new Refusal(404, 'noLead');
  return json(status, lead);
}

function contextOf({ services }: AdminCall): LeadsContext {
  const { leads, calendar } = services;
  const now = services.now();
  return {
    leads,
    standing: (visits) => standing(calendar, visits, now),
    reword: (change) => rewordEvents({ ...services, now }, change),
    now,
    report: logHandled,
  };
}

function queryOf({ request }: AdminCall): LeadQuery {
  return parsed(LeadQuery, Object.fromEntries(new URL(request.url).searchParams));
}
