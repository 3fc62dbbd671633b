import type { Lead } from '#lead/lead';
import { textNumber } from '#lib/contact';
import { digest } from '#server/news/news';
import { boxOf, enqueue, readWaiting } from '#server/outbox/outbox';
import type { Store } from '#server/storage/port';
import { type TextMessage, textOutbox } from './message.ts';

type To = Pick<TextMessage, 'lead' | 'number'>;

/** Of one number: `-<digest>-visitor`. */
const OF_NUMBER = /(?:-n[0-9a-f]{12})?-visitor$/;

/** The key of a text as it goes to this number: each number of a visitor hears the same news once. Names no number. */
export const keyAt = (key: string, { lead, number }: To): string =>
  key.replace(OF_NUMBER, `-n${digest({ lead, number })}-visitor`);

/**
 * The visitor has corrected the number for which this text waited: it goes to the new one, if that has agreed. A repeat
 * writes nothing, and neither does a text that this number has had. `now` in ms.
 */
export async function toNewNumber(
  leads: Store,
  key: string,
  message: TextMessage,
  { lead, now }: { readonly lead: Lead; readonly now: number },
): Promise<void> {
  const number = lead.request.texts && textNumber(lead.request.phone);
  if (!number || number === message.number) return;
  const box = boxOf(leads, textOutbox);
  const onlyIf = (await readWaiting(box, key))?.onlyIf;
  await enqueue(box, keyAt(key, { lead: message.lead, number }), { ...message, number }, now, onlyIf && { onlyIf });
}
