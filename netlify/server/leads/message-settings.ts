import * as z from 'zod/mini';
import { Messages } from '#contracts/alerts';
import { keptObject } from '#contracts/kept-object';
import { getOrDamaged, type Store, unlessUnreadable, writeOver } from '#server/storage/port';

/**
 * The owner chooses what visitors are told. `answersWithin`: in hours, as the site counted last; `null` if it tells none.
 */
export const MessageSettings = keptObject({ ...Messages.shape, asksForReview: z.boolean() });
export type MessageSettings = z.infer<typeof MessageSettings>;

export const MESSAGE_SETTINGS = 'settings/messages';

/** All is off until the owner turns it on, and where the record is damaged. */
const off: MessageSettings = { asksForReview: false, saysAnswerTime: false, answersWithin: null };
const read = (value: unknown): MessageSettings => MessageSettings.safeParse(value).data ?? off;

export async function messageSettings(leads: Store): Promise<MessageSettings> {
  return read((await unlessUnreadable(leads.get(MESSAGE_SETTINGS), () => null))?.value);
}

/** Changes the given fields of the newest version: two devices may press different switches at once. */
export async function changeMessageSettings(leads: Store, change: Partial<MessageSettings>): Promise<MessageSettings> {
  for (;;) {
    const stored = await getOrDamaged(leads, MESSAGE_SETTINGS);
    const next = { ...read(stored?.value), ...change };
    if (await writeOver(leads, MESSAGE_SETTINGS, next, stored?.etag)) return next;
  }
}
