import { type Insights, InsightsQuery } from '#contracts/insights';
import { isOfSeveral } from '#lead/visits';
import { zonedToday } from '#lib/time/dates';
import { zonedMidnight } from '#lib/time/zone';
import { conversionsCsv } from '#server/leads/conversions';
import { figuresOfPeople, firstDay, insightsCsv, insightsOf } from '#server/leads/insights';
import { listLeads } from '#server/leads/lead-list';
import type { AdminCall } from './owner-session.ts';
import { file, json } from './answers.ts';
import { parsed } from './request-body.ts';

/** `GET /api/insights`: 200 and the figures as JSON or CSV, or the conversions for Google Ads; 400 for a wrong query. */
export async function showInsights({ request, services }: AdminCall): Promise<Response> {
  const query = parsed(InsightsQuery, Object.fromEntries(new URL(request.url).searchParams));
  const now = services.now();
  const leads = await listLeads(services.leads, services.report);
  const type = 'text/csv; charset=utf-8';
  const span = `${query.days}-days-${zonedToday(now)}`;
  if (query.as === 'google-ads') {
    const lines = conversionsCsv(leads, zonedMidnight(firstDay(query.days, now)));
    return file(lines, { name: `google-ads-${span}.csv`, type });
  }
  const hadSeveral = leads.some(({ visits }) => visits.some(isOfSeveral));
  const { people = [] } = hadSeveral ? await services.schedule() : {};
  const ofPeople = hadSeveral && { people: figuresOfPeople(leads, { people, days: query.days, now }) };
  const insights = { ...insightsOf(leads, query.days, now), ...ofPeople };
  if (query.as === 'csv') return file(insightsCsv(insights), { name: `insights-${span}.csv`, type });
  return json(200, { ...insights, keepDays: services.keepDays } satisfies Insights);
}
