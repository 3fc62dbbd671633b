import { randomUUID } from 'node:crypto';
import type { LeadMails } from '#contracts/lead-mails';
import { MAX_NOTES } from '#contracts/lead-note';
import { LeadQuery } from '#contracts/lead-query';
import { type OwnersRequest, reachablePreference } from '#contracts/lead-request';
import type { Rule } from '#contracts/problem';
import { type ShownLead, type Today, WeekQuery } from '#lead/answers';
import type { Command } from '#lead/command';
import { installersCommand, isInstallersWeek, noTasks } from '#lead/installer';
import type { Refused as DecisionRefused } from '#lead/decide';
import { zonedToday } from '#lib/time/dates';
import { act } from '#server/booking/act';
import type { OwnerOutcome } from '#server/booking/owner-changes';
import { removeLead } from '#server/booking/removal';
import { asksToCall } from '#server/booking/visit-quota';
import { forgetLead } from '#server/channels/channels';
import { mailsOf } from '#server/channels/mail/mail';
import { stoppedNumbers } from '#server/leads/text-ledger';
import { csvLines } from '#server/leads/lead-csv';
import { leadIds } from '#server/leads/lead-id';
import { idsOfLead, noteOpened, receiveRequest } from '#server/leads/lead-records';
import { type LeadsContext, leadPage, matchingLeads, viewLead } from '#server/leads/lead-view';
import { todayView, weekView } from '#server/leads/today';
import { tell } from '#server/news/untold';
import { standing } from '#server/slots/records';
import { type AdminCall, isInstallers } from './owner-session.ts';
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
  return file(csvLines(leads, context.now), { name, type: 'text/csv; charset=utf-8' });
}

/** `GET /api/today`: 200, the coming visits and the waiting requests; to an installer, own visits. */
export async function showToday(call: AdminCall): Promise<Response> {
  const { services } = call;
  const reading = todayView(contextOf(call), () => services.schedule());
  if (isInstallers(call)) return json(200, { ...(await reading), ...noTasks } satisfies Today);
  const [today, isCallFirst] = await Promise.all([reading, asksToCall({ ...services, now: services.now() })]);
  return json(200, { ...today, isCallFirst } satisfies Today);
}

/** `GET /api/week`: 200 and the visits and the times off of a week; 400 for a wrong day, 403 for a week that is not shown. */
export async function showWeek(call: AdminCall): Promise<Response> {
  const { request, services } = call;
  const { from } = parsed(WeekQuery, Object.fromEntries(new URL(request.url).searchParams));
  if (isInstallers(call) && !isInstallersWeek(from, services.now())) throw new Refusal(403, 'forOffice');
  return json(200, await weekView(contextOf(call), () => services.schedule(), from));
}

/** `GET /api/leads/{id}`: 200 and the lead, which counts as opened then, unless by an installer; 404. */
export async function showLead(call: AdminCall): Promise<Response> {
  const lead = await viewLead(contextOf(call), call.params['id'] ?? '');
  const { services, later } = call;
  if (lead && !lead.openedAt && !isInstallers(call)) later(() => noteOpened(services.leads, lead.id, services.now()));
  return leadAnswer(lead);
}

/** `POST /api/leads`: 201 and a caller's lead. Mails nobody. The same `Idempotency-Key` means the same lead. */
export async function addLead({ company: _, followUp, ...given }: OwnersRequest, call: AdminCall): Promise<Response> {
  const { services, later } = call;
  const request = { ...given, preferredContact: reachablePreference(given) };
  const ids = leadIds(`by phone\n${call.request.headers.get('idempotency-key') || randomUUID()}`);
  const kept = { ids, request, followUp, source: 'phone', by: call.subject, now: new Date(services.now()) } as const;
  const { id, lead } = await receiveRequest(services.leads, kept);
  await tell(services, lead, { later });
  return leadAnswer(await viewLead(contextOf(call), id), 201);
}

const refusals: Record<Exclude<DecisionRefused, object>, Refused> = {
  notesFull: [409, { code: 'notesFull', max: MAX_NOTES }],
  noVisit: [409, 'noVisitThen'],
  unreachable: [400, 'check'],
  overpaid: [409, 'overpaid'],
  amount: [400, 'check'],
  noVisitToday: [409, 'noVisitToday'],
  visitAhead: [409, 'visitAhead'],
  visitorTold: [409, 'visitorTold'],
  undoGone: [409, 'undoGone'],
};

const bookingRefusals: Record<Exclude<OwnerOutcome, 'done' | object>, Refused> = {
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

/**
 * `POST /api/leads/{id}`: 200 and the lead after the command; 400; 403 for what no installer does; 404; 409, 502 and 503 where
 * it was not done.
 */
export async function command(asked: Command, call: AdminCall): Promise<Response> {
  const { services, params, later, subject: by } = call;
  const context = { ...services, now: services.now() };
  const seen = await seenByInstaller(call);
  const given = seen ? installersCommand(asked, seen, by) : asked;
  if (!given) throw new Refusal(403, 'forOffice');
  const outcome = await act(context, services, params['id'] ?? '', { ...given, by }, later);
  if (outcome === 'unknown') throw new Refusal(404, 'noLead');
  if ('notBooked' in outcome) throw refusalOfBooking(outcome.notBooked);
  if ('refused' in outcome) throw refusalOf(outcome.refused);
  return leadAnswer(await viewLead(contextOf(call), outcome.id));
}

function refusalOf(refused: DecisionRefused): Refusal {
  if (typeof refused === 'object') return new Refusal(409, 'changedSince', refused);
  const issue = issues[refused];
  return new Refusal(...refusals[refused], issue && { issues: [issue] });
}

const issues: Partial<Record<DecisionRefused & string, { path: string[]; message: Rule }>> = {
  unreachable: { path: ['request', 'phone'], message: 'reachable' },
  amount: { path: ['amount'], message: 'amount' },
};

const refusalOfBooking = (outcome: Exclude<OwnerOutcome, 'done'>): Refusal =>
  typeof outcome === 'object'
    ? new Refusal(409, 'leadOverlaps', { conflict: { fields: outcome } })
    : new Refusal(...bookingRefusals[outcome]);

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
  const ids = await idsOfLead(services.leads, params['id'] ?? '');
  const mails = (await Promise.all(ids.map((id) => mailsOf(services.leads, id)))).flat();
  return json(200, { mails: mails.sort((one, other) => (one.at > other.at ? -1 : 1)) } satisfies LeadMails);
}

function leadAnswer(lead: ShownLead | null, status = 200): Response {
  if (!lead) throw new Refusal(404, 'noLead');
  return json(status, lead);
}

/** The lead of the call as an installer sees it; 404 if they do not. `null`: of anybody else's call. Reads nothing then. */
export async function seenByInstaller(call: AdminCall): Promise<ShownLead | null> {
  if (!isInstallers(call)) return null;
  const lead = await viewLead(contextOf(call), call.params['id'] ?? '');
  if (!lead) throw new Refusal(404, 'noLead');
  return lead;
}

function contextOf(call: AdminCall): LeadsContext {
  const { services, person } = call;
  const now = services.now();
  const stopped = services.channels.texts ? () => stoppedNumbers(services.leads) : undefined;
  const installer = isInstallers(call) ? person.id : undefined;
  const people = async () => (await services.schedule()).people;
  return { ...services, now, standing: (visits) => standing(services.slots, visits, now), people, stopped, installer };
}

function queryOf({ request }: AdminCall): LeadQuery {
  return parsed(LeadQuery, Object.fromEntries(new URL(request.url).searchParams));
}
