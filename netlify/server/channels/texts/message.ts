import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
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

/** The owner presses for these, often at the door: they go at night too, and do not count. */
const FREE: ReadonlySet<string> = new Set<News['kind']>(['onMyWay', 'answer']);

export const countsAsText = ({ to, about }: Pick<TextMessage, 'to' | 'about'>): boolean =>
  to === 'visitor' && !FREE.has(about);

/** Twilio's code for a number that has stopped. */
export const STOPPED = '21610';
