import { HOUR } from '#lib/time/units';
import { type AboutLead, type Box, endingOf, isKnown } from '#server/outbox/outbox';
import { keyFor } from './audience.ts';
import type { ReminderNews } from './news.ts';

/** In ms. A visitor who got the confirmation this short before the visit needs no reminder. */
const RECENT_MS = 36 * HOUR;

/** The confirmation that the visit is booked is recent, or still unsent. */
export async function isJustConfirmed(box: Box<AboutLead>, news: ReminderNews): Promise<boolean> {
  const key = keyFor({ ...news, kind: 'booked' }, 'visitor');
  const ended = await endingOf(box, key);
  return ended ? news.interval.start - ended.at < RECENT_MS : await isKnown(box, key);
}
