import { callbackService } from '#contracts/consultation';
import type { DeskLead } from '#contracts/lead';
import { easternMoment, easternVisit } from '#lib/eastern-time';

/** `Motorized Shades, Celebration` */
export const wantedIn = ({ request }: DeskLead) => `${request.serviceInterest}, ${request.city}`;

/** The visit, as the list says it. */
export function visitWords({ slot, cancelledAt, status, request }: DeskLead, now: Date): string {
  if (slot) return easternVisit(slot, now);
  if (cancelledAt) return 'Cancelled';
  if (status === 'booked') return 'See calendar';
  if (status === 'closed') return 'None';
  return status === 'new' && request.serviceInterest === callbackService ? 'Callback asked' : 'None yet';
}

/** The visit, with all that is to be said of it. */
export function visitSentence({ slot, cancelledAt, status }: DeskLead, now: Date): string {
  if (slot) return `${easternVisit(slot, now)} ET`;
  if (cancelledAt) return `Cancelled, ${inSentence(easternMoment(cancelledAt, now))} ET`;
  return status === 'booked' ? 'Not one of the website’s own: see the calendar' : 'Not booked';
}

/** `received today at 8:40 AM ET` */
export const receivedSentence = ({ createdAt }: DeskLead, now: Date) =>
  `received ${inSentence(easternMoment(createdAt, now)).replace(/, (?=[^,]*$)/, ' at ')} ET`;

const inSentence = (moment: string) => moment.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());

/** What a phone dials: an American number, as the form takes no other. */
export function dialed(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits.length === 11 ? '+' : ''}${digits}`;
}

export const mailed = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
