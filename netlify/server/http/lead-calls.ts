import { type AdminLead, type LeadChange, LeadQuery } from '#contracts/lead';
import { easternDate } from '#lib/eastern-time';
import { visitsOf } from '#server/slots/records';
import { csvLines } from '#server/leads/lead-csv';
import { editLead, type LeadsContext, leadPage, matchingLeads, todayView, viewLead } from '#server/leads/lead-view';
import type { AdminCall } from './admin.ts';
import { file, json, parsed, Refusal } from './messages.ts';
import { logHandled } from './log.ts';

/** `GET /api/leads`: 200 and one page of the leads that match; 400 for a query that is none of ours. */
export async function listLeads(call: AdminCall): Promise<Response> {
  return json(200, await leadPage(contextOf(call), queryOf(call)));
}

/** `GET /api/leads/export`: 200 and all leads that match, as a stream, since a whole answer may have 6 MB at most; 400. */
export async function exportLeads(call: AdminCall): Promise<Response> {
  const context = contextOf(call);
  const leads = await matchingLeads(context, queryOf(call));
  const name = `leads-${easternDate(new Date(context.now).toISOString())}.csv`;
  return file(csvLines(leads), { name, type: 'text/csv; charset=utf-8' });
}

/** `GET /api/today`: 200, the visits to come and the requests that wait. */
export async function showToday(call: AdminCall): Promise<Response> {
  return json(200, await todayView(contextOf(call)));
}

/** `GET /api/leads/{id}`: 200 and the lead; 404. */
export async function showLead(call: AdminCall): Promise<Response> {
  return leadAnswer(await viewLead(contextOf(call), call.params['id'] ?? ''));
}

/** `PUT /api/leads/{id}`: 200 and the lead as it is now; 404. */
export async function changeLead(change: LeadChange, call: AdminCall): Promise<Response> {
  return leadAnswer(await editLead(contextOf(call), call.params['id'] ?? '', change));
}

function leadAnswer(lead: AdminLead | null): Response {
  if (!lead) throw new Refusal(404, 'There is no such lead. It may have been removed.');
  return json(200, lead);
}

function contextOf({ services }: AdminCall): LeadsContext {
  const { leads, calendar } = services;
  const now = services.now();
  return { leads, visitsOf: (some) => visitsOf(calendar, some, now), now, report: logHandled };
}

function queryOf({ request }: AdminCall): LeadQuery {
  return parsed(LeadQuery, Object.fromEntries(new URL(request.url).searchParams));
}
