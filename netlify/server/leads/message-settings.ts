import * as z from 'zod/mini';
import { Messages } from '#contracts/alerts';
import { keptObject } from '#contracts/kept-object';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/**
 * The owner chooses what visitors are told. `answersWithin`: in hours, as the site counted last; `null` if it tells none.
 */
export const MessageSettings = keptObject({ ...Messages.shape, asksForReview: z.boolean() });
export type MessageSettings = z.infer<typeof MessageSettings>;

export const MESSAGE_SETTINGS = 'settings/messages';

/** All is off until the owner turns it on, and where the record is damaged. */
const off: MessageSettings = { asksForReview: false, saysAnswerTime: false, answersWithin: null };
const settingsIn = (leads: Store) =>
  recordsOf(leads, { place: MESSAGE_SETTINGS, schema: MessageSettings, isReplaceable: true });

export async function messageSettings(leads: Store): Promise<MessageSettings> {
  return (await settingsIn(leads).read('')) ?? off;
}

/** Changes the given fields of the newest version: two devices may press different switches at once. */
export async function changeMessageSettings(leads: Store, change: Partial<MessageSettings>): Promise<MessageSettings> {
  return (await settingsIn(leads).change('', (now) => ({ ...(now ?? off), ...change }))).after;
}
