import { InsightsQuery } from '#contracts/insights';
import { zonedToday } from '#lib/time/dates';
import { insightsCsv, viewConversions, viewInsights } from '#server/leads/insights';
import type { AdminCall } from './owner-session.ts';
import { logHandled } from './log.ts';
import { file, json } from './answers.ts';
import { parsed } from './request-body.ts';

/** `GET /api/insights`: 200 and the figures as JSON or CSV, or the conversions for Google Ads; 400 for a wrong query. */
export async function showInsights({ request, services }: AdminCall): Promise<Response> {
  const query = parsed(InsightsQuery, Object.fromEntries(new URL(request.url).searchParams));
  const { leads, keepDays } = services;
  const now = services.now();
  const context = { leads, now, keepDays, report: logHandled };
  const type = 'text/csv; charset=utf-8';
  const span = `${query.days}-days-${zonedToday(now)}`;
  if (query.as === 'google-ads') {
    return file(await viewConversions(context, query.days), { name: `google-ads-${span}.csv`, type });
  }
  const insights = await viewInsights(context, query.days);
  if (query.as === 'json') return json(200, insights);
  return file(insightsCsv(insights), { name: `insights-${span}.csv`, type });
}
