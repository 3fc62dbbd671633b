import type { VisitNotice } from '#server/booking/context';
import { languageOfLead } from '#server/leads/lead';
import { HOUR } from '#lib/time/units';
import { type Message, whenOf } from './letter.ts';
import { comingLetter, lengthWithin, mailTo, wordsFor } from './visitor-messages.ts';

/** An upcoming visit. A moved visit gets a new `eventId`. */
export type ComingVisit = Pick<VisitNotice, 'lead' | 'interval' | 'eventId' | 'visitKind'>;

/** In ms. A visitor who got the confirmation this short before the visit needs no reminder. */
export const RECENT_MS = 36 * HOUR;
/** In ms before the visit. A later reminder is useless. */
export const TOO_LATE_MS = 2 * HOUR;

/** The reminder, as discreet as the confirmation; `null` if the visitor gave no mail address. */
export function reminderMessage(visit: ComingVisit, visitLink: string): Message | null {
  const { lead, interval } = visit;
  const language = languageOfLead(lead);
  const { titles, subjects, reminder } = wordsFor(visit);
  const opening = reminder(lengthWithin(visit));
  const letter = comingLetter(visit, visitLink, { title: titles.reminder, opening });
  return mailTo(lead, subjects.reminder(whenOf(interval, language)), letter);
}
