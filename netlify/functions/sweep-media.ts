import type { Config } from '@netlify/functions';
import { sweepOutboxes } from '#server/channels/channels';
import { sweepSessions } from '#server/auth/session';
import { usedObjects } from '#server/gallery/items';
import { scheduled } from '#server/http/scheduled';
import { sweepRemoved } from '#server/leads/lead-records';
import { mediaTag } from '#server/media/object';
import { sweepMarks, sweepMedia } from '#server/media/upload';

export default scheduled(({ auth, gallery, leads, media, purge }, now) => ({
  'Sweeping ended sessions': () => sweepSessions(auth, now),
  'Sweeping the outboxes': () => sweepOutboxes(leads, now),
  'Sweeping the notes of removed leads': () => sweepRemoved(leads, now),
  'Sweeping unused uploads': () =>
    sweepMedia(media, { findUsed: () => usedObjects(gallery), now }, (id) => purge(mediaTag(id))),
  'Sweeping the marks of removals': () => sweepMarks(media, 'removals/', now),
  'Sweeping the holds of uploads': () => sweepMarks(gallery, 'holds/', now),
}));

export const config: Config = { schedule: '30 8 * * *' };
