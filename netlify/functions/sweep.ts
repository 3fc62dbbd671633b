import type { Config, Context } from '@netlify/functions';
import { sweepQuotas } from '#server/booking/visit-quota';
import { sweepSlots } from '#server/booking/reconcile';
import { servicesFor } from '#server/http/services';
import { sweepCounts } from '#server/limits/limits';
import { sweepAway } from '#server/slots/schedule';

export default async function sweep(_request: Request, context: Context): Promise<void> {
  const services = servicesFor(context);
  const now = services.now();
  await sweepSlots({ ...services, now });
  await sweepQuotas({ ...services, now });
  await sweepAway(services.calendar, services.rules, now);
  await sweepCounts(services.limits, now);
}

export const config: Config = { schedule: '*/10 * * * *' };
