import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { zonedHour } from '#lib/time/zone';
import type { News } from '#server/news/news';

/** A text in the outbox. */
export const TextMessage = keptObject({
  lead: z.string(),
  to: z.enum(['visitor', 'owner']),
  /** E.164 */
  number: z.string(),
  /** The kind of its news. */
  about: z.string(),
  text: z.string(),
  /** Who of us wrote it. */
  by: z.optional(z.string()),
});
export type TextMessage = z.infer<typeof TextMessage>;

type Sort = Pick<TextMessage, 'about' | 'to'>;

/** The owner presses for these, often at the door: they go at night too. */
const AT_ONCE: ReadonlySet<string> = new Set<News['kind']>(['onMyWay', 'answer']);
const isAtOnce = ({ about, to }: Sort) => to === 'owner' || AT_ONCE.has(about);

/** A time that was told and is another now must be heard, however much was texted before. */
const TOLD_TIMES: ReadonlySet<string> = new Set<News['kind']>(['moved', 'cancelled']);

/** Whether the text is one of the few that a number gets in a day. */
export const countsAsText = (message: Sort): boolean => !isAtOnce(message) && !TOLD_TIMES.has(message.about);

/** Hours in the business's zone, in which texts go that are not pressed for. */
const [FIRST_HOUR, LAST_HOUR] = [8, 20];

function mayGo(message: TextMessage, now: number): boolean {
  const hour = zonedHour(new Date(now).toISOString());
  return isAtOnce(message) || (hour >= FIRST_HOUR && hour < LAST_HOUR);
}

export const textOutbox = { folder: 'texts/', message: TextMessage, what: 'a text', mayGo };

/** Twilio's code for a number that has stopped. */
export const STOPPED = '21610';

/** Why we ourselves do not send a text that was written. Nobody need be told. */
export const NOT_SENT = 'Not sent';
/** We did not send the text, although it was true: it waited for the morning, or for the provider, until it was too late. */
export const LATE = 'late';
export const TOO_MANY = 'Three texts in 24 hours';
