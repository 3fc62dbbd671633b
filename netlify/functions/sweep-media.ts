import type { Config, Context } from '@netlify/functions';
import { sweepOutboxes } from '#server/alerts/outboxes';
import { sweepSessions } from '#server/auth/session';
import { usedObjects } from '#server/gallery/items';
import { servicesFor } from '#server/http/services';
import { mediaTag } from '#server/media/object';
import { sweepMarks, sweepMedia } from '#server/media/upload';

export default async function sweep(_request: Request, context: Context): Promise<void> {
  const { auth, gallery, leads, media, now, purge } = servicesFor(context);
  await sweepSessions(auth, now());
  await sweepOutboxes(leads, now());
  const removed = await sweepMedia(media, () => usedObjects(gallery), now());
  for (const id of removed) await purge(mediaTag(id));
  await sweepMarks(gallery, 'holds/', now());
}

export const config: Config = { schedule: '30 8 * * *' };
