import type { Config, Context } from '@netlify/functions';
import { resumeRemovals } from '#server/http/lead-calls';
import { logHandled } from '#server/http/log';
import { servicesFor } from '#server/http/services';
import { readKeepDays, sweepLeads } from '#server/leads/lead-sweep';

export default async function sweep(_request: Request, context: Context): Promise<void> {
  const services = servicesFor(context);
  const { leads, now } = services;
  await resumeRemovals(services);
  await sweepLeads(leads, { keepDays: readKeepDays(process.env), now: now(), report: logHandled });
}

export const config: Config = { schedule: '35 * * * *' };
