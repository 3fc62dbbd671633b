import { type DeskLead, LeadQuery } from '#contracts/lead';
import { easternDate } from '#lib/eastern-time';
import { csvLines } from '#server/leads/lead-csv';
import { type LeadDesk, leadPage, matchingLeads } from '#server/leads/lead-desk';
import type { AdminCall } from './admin.ts';
import { file, json, problem } from './answers.ts';
import { invalid } from './endpoint.ts';
import { logFailure } from './log.ts';

/** `GET /api/leads`. */
export function leadsAnswer(call: AdminCall): Promise<Response> {
  return withQuery(call, async (query) => json(200, await leadPage(deskOf(call), query)));
}

/** `GET /api/leads/export`: a stream, since a whole answer may have 6 MB at most. */
export function exportAnswer(call: AdminCall): Promise<Response> {
  return withQuery(call, async (query) => {
    const desk = deskOf(call);
    const leads = await matchingLeads(desk, query);
    const name = `leads-${easternDate(new Date(desk.now).toISOString())}.csv`;
    return file(csvLines(leads), { name, type: 'text/csv; charset=utf-8' });
  });
}

/** The answer to one lead. */
export function leadAnswer(lead: DeskLead | null): Response {
  return lead ? json(200, lead) : problem(404, 'There is no such lead. It may have been removed.');
}

export function deskOf({ services }: AdminCall): LeadDesk {
  return { leads: services.leads, calendar: services.calendar, now: services.now(), report: logFailure };
}

async function withQuery({ request }: AdminCall, run: (query: LeadQuery) => Promise<Response>): Promise<Response> {
  const query = LeadQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  return query.success ? await run(query.data) : invalid(query.error);
}
