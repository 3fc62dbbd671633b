import brand from '#brand/brand.json' with { type: 'json' };
import { callbackService } from '#contracts/consultation';
import type { LeadNote } from '#contracts/lead-note';
import type { ShownLead } from '#lead/answers';
import { cancellationOf, pastVisits, standingVisits } from '#lead/visits';
import { progressSentence } from './progress-words.ts';
import { zonedMoment, zonedMomentWithin, zonedVisit, zoneNames } from '#lib/time/zone';

/** `Motorized Shades, Springfield` */
export const serviceAndCity = ({ request: { serviceInterest, city } }: ShownLead) =>
  [serviceInterest || 'Service not known yet', city].filter(Boolean).join(', ');

export const isCancelled = (lead: ShownLead, now: Date) => cancellationOf(lead, now.getTime()) !== undefined;

/** `Call again tomorrow, $3,200` */
export function nextWords({ followUp, amount }: ShownLead, now: Date): string {
  const sentence = progressSentence({ amount, followUp }, now);
  return sentence && sentence[0]?.toUpperCase() + sentence.slice(1);
}

/** The visit, for the list. */
export function visitWords(lead: ShownLead, now: Date): string {
  const { status, request } = lead;
  if (isCancelled(lead, now)) return 'Visit cancelled';
  const { start } = standingVisits(lead, now.getTime())[0] ?? pastVisits(lead, now.getTime()).at(-1) ?? {};
  if (start) return zonedVisit(start, now);
  if (status === 'booked') return 'See calendar';
  return status === 'new' && request.serviceInterest === callbackService ? 'Callback asked' : 'No visit yet';
}

/** `The visit was cancelled today at 8:40 AM ET, and no other is booked.`, or `null`. */
export function cancelledSentence(lead: ShownLead, now: Date): string | null {
  const cancelledAt = cancellationOf(lead, now.getTime());
  if (!cancelledAt) return null;
  return `The visit was cancelled ${inSentence(cancelledAt, now)}, and no other is booked.`;
}

/** `asked on Nov 18 at 2:05 PM ET` */
export const askedWords = (createdAt: string, now: Date) => `asked ${inSentence(createdAt, now)}`;

/** `received today at 8:40 AM ${zoneNames.short}` */
export const receivedSentence = ({ createdAt }: ShownLead, now: Date) => `received ${inSentence(createdAt, now)}`;

/** `Today, 8:40 AM ET, owner` */
export function noteWords({ at, by }: LeadNote, now: Date): string {
  return [at && `${zonedMoment(at, now)} ${zoneNames.short}`, by].filter(Boolean).join(', ');
}

/** `today at 8:40 AM ${zoneNames.short}`, `Nov 18 at 2:05 PM ${zoneNames.short}` */
function inSentence(instant: string, now: Date): string {
  return zonedMomentWithin(instant, now).replace(/, (?=[^,]*$)/, ' at ');
}

/** The visit's place for people, and for the map, which needs the state: there is more than one Springfield. */
export function addressOf({ request }: ShownLead): { text: string; query: string; hasStreet: boolean } {
  const { address, city, zipCode } = request;
  const town = `${city} ${zipCode}`.trim();
  return {
    text: [address, town].filter(Boolean).join(', ') || 'Place not known yet',
    query: [address, city, `${brand.address.state} ${zipCode}`.trim()].filter(Boolean).join(', '),
    hasStreet: address !== undefined,
  };
}
