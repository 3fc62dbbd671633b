import type { VisitNotice } from '#server/booking/context';
import { addressName, letterHtml, letterText, type Letter, type Message, whenOf } from './letter.ts';
import { call, greeting, reasonFor, visitFacts } from './messages.ts';

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
  const letter: Letter = {
    title: greeting('Your consultation is coming up', lead),
    preview: `We are coming to ${lead.request.city} with the fabrics.`,
    opening: ['A short reminder of our visit. It takes about an hour and is free.'],
    facts: visitFacts({ lead, interval }),
    closing: ['Need another time? Change it with the link below, or call us.'],
    action: { label: 'Change or cancel the visit', href: visitLink },
    second: call,
    reason: reasonFor(lead),
  };
  return {
    to: { name: addressName(name), address: email },
    replyTo: 'owner',
    lead: lead.id,
    subject: `Reminder: your consultation is ${whenOf(interval)}`,
    text: letterText(letter),
    html: letterHtml(letter),
  };
}
