import type { Config, Context } from '@netlify/functions';
import { logHandled } from '#server/http/log';
import { servicesFor } from '#server/http/services';
import { readKeepDays, sweepLeads } from '#server/leads/lead-list';

export default async function sweep(_request: Request, context: Context): Promise<void> {
  const { leads, now } = servicesFor(context);
  await sweepLeads(leads, { keepDays: readKeepDays(process.env), now: now(), report: logHandled });
}

export const config: Config = { schedule: '35 * * * *' };
