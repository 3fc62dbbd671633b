import type { Config, Context } from '@netlify/functions';
import { sweepSessions } from '#server/auth/session';
import { usedObjects } from '#server/gallery/items';
import { servicesFor } from '#server/http/services';
import { sweepOutbox } from '#server/mail/outbox';
import { sweepMedia } from '#server/media/upload';

export default async function sweep(_request: Request, context: Context): Promise<void> {
  const { auth, gallery, leads, media, now } = servicesFor(context);
  await sweepSessions(auth, now());
  await sweepOutbox(leads, now());
  const used = await usedObjects(gallery);
  if (used) await sweepMedia(media, used, now());
}

export const config: Config = { schedule: '30 8 * * *' };
