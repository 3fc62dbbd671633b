import brand from '#brand/brand.json' with { type: 'json' };
import { say } from '#browser/say';
import { callbackService } from '#contracts/consultation';
import type { LeadNote } from '#contracts/lead-note';
import type { ShownLead } from '#lead/answers';
import { cancellationOf, pastVisits, standingVisits } from '#lead/visits';
import { shownName } from '../origin-names.ts';
import { progressSentence } from './progress-words.ts';
import { capitalized, labelOf } from '#lib/label';
import { unbroken } from '#lib/unbroken';
import { zonedAt, zonedMoment, zonedMomentWithin, zonedVisit, zoneNames } from '#lib/time/zone';

export const namesOf = (names: readonly string[]) => names.map((value) => ({ value, label: shownName(value) }));

/** `Motorized Shades, Springfield` */
export const serviceAndCity = ({ request }: ShownLead) =>
  [shownName(request.serviceInterest) || say('Service not known yet'), shownName(request.city)]
    .filter(Boolean)
    .join(', ');

export const isCancelled = (lead: ShownLead, now: Date) => cancellationOf(lead, now.getTime()) !== undefined;

/** `Call again tomorrow, $3,200` */
export function nextWords({ followUp, amount }: ShownLead, now: Date): string {
  return capitalized(progressSentence({ amount, followUp }, now));
}

/** The visit, for the list. */
export function visitWords(lead: ShownLead, now: Date): string {
  const { status, request } = lead;
  if (isCancelled(lead, now)) return say('Visit cancelled');
  const { start } = standingVisits(lead, now.getTime())[0] ?? pastVisits(lead, now.getTime()).at(-1) ?? {};
  if (start) return capitalized(zonedVisit(start, now));
  if (status === 'booked') return say('See calendar');
  return status === 'new' && request.serviceInterest === callbackService ? say('Callback asked') : say('No visit yet');
}

/** `The visit was cancelled today at 8:40 AM ET, and no other is booked.`, or `null`. */
export function cancelledSentence(lead: ShownLead, now: Date): string | null {
  const cancelledAt = cancellationOf(lead, now.getTime());
  if (!cancelledAt) return null;
  return say('The visit was cancelled {time}, and no other is booked.', { time: inSentence(cancelledAt, now) });
}

/** `asked on Nov 18 at 2:05 PM ET` */
export const askedWords = (createdAt: string, now: Date) => say('asked {time}', { time: inSentence(createdAt, now) });

/** `received today at 8:40 AM ${zoneNames.short}` */
export const receivedSentence = ({ createdAt }: ShownLead, now: Date) =>
  say('received {time}', { time: inSentence(createdAt, now) });

const writers = { visitor: say('visitor') };

/** `Today, 8:40 AM ET, owner` */
export function noteWords({ at, by }: LeadNote, now: Date): string {
  return [at && `${zonedMoment(at, now)} ${zoneNames.short}`, by && labelOf(writers, by)].filter(Boolean).join(', ');
}

/** `today at 8:40 AM ET`, `Nov 18 at 2:05 PM ET`; `el 18 nov a las 2:05 p. m. ET` */
function inSentence(instant: string, now: Date): string {
  const moment = zonedMomentWithin(instant, now).replace(/,[^,]*$/, '');
  // Of Spanish dates.
  const day = moment.replace(/^(?=\d)/, 'el ');
  return unbroken(`${day} ${zonedAt(instant)} ${zoneNames.short}`);
}

/** The visit's place for people, and for the map, which needs the state: there is more than one Springfield. */
export function addressOf({ request }: ShownLead): { text: string; query: string; hasStreet: boolean } {
  const { address, city, zipCode } = request;
  const town = `${shownName(city)} ${zipCode}`.trim();
  return {
    text: [address, town].filter(Boolean).join(', ') || say('Place not known yet'),
    query: [address, city, `${brand.address.state} ${zipCode}`.trim()].filter(Boolean).join(', '),
    hasStreet: address !== undefined,
  };
}
