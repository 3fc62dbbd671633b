import type { Config, Context } from '@netlify/functions';
import { remindOfTomorrow } from '#server/booking/reminders';
import { servicesFor } from '#server/http/services';

export default async function remind(_request: Request, context: Context): Promise<void> {
  const services = servicesFor(context);
  if (!services.reminds) return;
  await remindOfTomorrow({ ...services, now: services.now() }, services.mail.remind);
  await services.mail.sendFresh();
}

export const config: Config = { schedule: '15 * * * *' };
