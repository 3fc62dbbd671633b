import type { VisitNotice } from '#server/booking/context';
import { languageOfLead } from '#server/leads/lead';
import { addressName, letterHtml, letterText, type Letter, mailWords, type Message, whenOf } from './letter.ts';
import { callLink, cityOf, greeting, reasonFor, visitFacts } from './visitor-messages.ts';

/** A visit that is to be remembered. `eventId` names its event: a visit that is moved has another. */
export type ComingVisit = Pick<VisitNotice, 'lead' | 'interval' | 'eventId'>;

const HOUR = 60 * 60_000;

/** Whoever was told of the visit this short a time before it, in ms, needs no reminder: a day and a half. */
export const RECENT_MS = 36 * HOUR;
/** A reminder that comes later than this before the visit, in ms, is of no use. */
export const TOO_LATE_MS = 2 * HOUR;

/**
 * Reminds the visitor of the visit; `null` for one who gave no mail address. It says no more than the confirmation did,
 * since anybody may give anybody's address.
 */
export function reminderMessage({ lead, interval }: ComingVisit, visitLink: string): Message | null {
  const { email, name } = lead.request;
  if (!email) return null;
  const language = languageOfLead(lead);
  const words = mailWords[language];
  const letter: Letter = {
    language,
    title: greeting(words.titles.reminder, lead),
    preview: words.coming(cityOf(lead)),
    opening: [words.reminder],
    facts: visitFacts({ lead, interval }),
    closing: [words.anotherTime],
    action: { label: words.change, href: visitLink },
    second: callLink(language),
    reason: reasonFor(lead),
  };
  return {
    to: { name: addressName(name), address: email },
    replyTo: 'owner',
    lead: lead.id,
    subject: words.subjects.reminder(whenOf(interval, language)),
    text: letterText(letter),
    html: letterHtml(letter),
  };
}
