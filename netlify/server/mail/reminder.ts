import type { VisitNotice } from '#server/booking/context';
import { languageOfLead } from '#server/leads/lead';
import { addressName, letterHtml, letterText, type Letter, mailWords, type Message, whenOf } from './letter.ts';
import { callLink, cityOf, greeting, lengthWithin, reasonFor, visitFacts } from './visitor-messages.ts';

/** An upcoming visit. A moved visit gets a new `eventId`. */
export type ComingVisit = Pick<VisitNotice, 'lead' | 'interval' | 'eventId'>;

const HOUR = 60 * 60_000;

/** In ms. A visitor who got the confirmation this short before the visit needs no reminder. */
export const RECENT_MS = 36 * HOUR;
/** In ms before the visit. A later reminder is useless. */
export const TOO_LATE_MS = 2 * HOUR;

/** The reminder, as discreet as the confirmation; `null` if the visitor gave no mail address. */
export function reminderMessage({ lead, interval }: ComingVisit, visitLink: string): Message | null {
  const { email, name } = lead.request;
  if (!email) return null;
  const language = languageOfLead(lead);
  const words = mailWords[language];
  const letter: Letter = {
    language,
    title: greeting(words.titles.reminder, lead),
    preview: words.coming(cityOf(lead)),
    opening: [words.reminder(lengthWithin({ lead, interval }))],
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
