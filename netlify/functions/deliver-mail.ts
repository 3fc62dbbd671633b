import type { Config, Context } from '@netlify/functions';
import { servicesFor } from '#server/http/services';

export default async function deliverMail(_request: Request, context: Context): Promise<void> {
  await servicesFor(context).mail.sendDue();
}

export const config: Config = { schedule: '*/2 * * * *' };
