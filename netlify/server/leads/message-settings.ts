import * as z from 'zod/mini';
import { Messages } from '#contracts/alerts';
import { keptObject } from '#contracts/kept-object';
import { languages } from '#i18n/language';
import { type OwnerWords, wordsIn } from '#i18n/owner-words';
import { siteLanguages } from '#i18n/site-languages';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/**
 * The owner chooses what visitors are told. `answersWithin`: in hours, as the site counted last; `null` if it tells none.
 * `language`: of the owner's pages; absent until it is chosen, and where this version does not know it.
 */
const MessageSettings = keptObject({
  ...Messages.shape,
  asksForReview: z.boolean(),
  language: z.catch(z.optional(z.enum(languages)), undefined),
});
export type MessageSettings = z.infer<typeof MessageSettings>;

export const settingsOfMessages = {
  place: 'settings/messages',
  schema: MessageSettings,
  isReplaceable: true,
} as const;

/** All is off until the owner turns it on, and where the record is damaged. */
const off: MessageSettings = { asksForReview: false, saysAnswerTime: false, answersWithin: null };

export async function messageSettings(leads: Store): Promise<MessageSettings> {
  return (await recordsOf(leads, settingsOfMessages).read('')) ?? off;
}

/** Changes the given fields of the newest version: two devices may press different switches at once. */
export async function changeMessageSettings(leads: Store, change: Partial<MessageSettings>): Promise<MessageSettings> {
  return (await recordsOf(leads, settingsOfMessages).change('', (now) => ({ ...(now ?? off), ...change }))).after;
}

/** The words for whom we write to: in the language that the owner has chosen, else in the site's first. */
export async function ownerWords(leads: Store): Promise<OwnerWords> {
  const { language = siteLanguages[0] } = await messageSettings(leads);
  return await wordsIn(language);
}
