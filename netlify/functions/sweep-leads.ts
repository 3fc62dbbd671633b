import type { Config, Context } from '@netlify/functions';
import { readKeepDays, sweepLeads } from '#server/leads/retention';
import { logFailure } from '#server/http/log';
import { servicesFor } from '#server/http/services';

export default async function sweep(_request: Request, context: Context): Promise<void> {
  const { leads, now } = servicesFor(context);
  await sweepLeads(leads, { keepDays: readKeepDays(process.env), now: now(), report: logFailure });
}

export const config: Config = { schedule: '35 * * * *' };
