import { isDeepStrictEqual } from 'node:util';
import { contactLabels } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { languageName } from '#contracts/kept-request';
import { type LeadNote, MAX_NOTES } from '#contracts/lead-note';
import { type Correction, heardFromLabels, reachablePreference } from '#contracts/lead-request';
import { labelOf } from '#lib/label';

type Request = AdminLead['request'];
interface Sent {
  readonly request: Request;
  /** As the visitor sent it last, if the owner has corrected it. */
  readonly asSent?: Request | undefined;
}

const labels = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  address: 'address',
  zipCode: 'ZIP code',
  city: 'city',
  serviceInterest: 'service',
  preferredContact: 'preferred contact',
  language: 'language',
  heardFrom: 'how they found us',
} as const satisfies Record<keyof Correction, string>;
const fields = Object.keys(labels) as (keyof Correction)[];

/** Without fields that are `null` or absent. */
const present = (request: object) =>
  Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as Request;

/**
 * The lead with the owner's words in place of the visitor's, and a note of what they were. The same lead if it says them
 * already; `unreachable` if nobody could call or mail the person any more.
 */
export function corrected<Lead extends Sent & { readonly notes: LeadNote[] }>(
  lead: Lead,
  correction: Correction | undefined,
  written: Pick<LeadNote, 'at' | 'by'>,
): Lead | 'unreachable' {
  if (!correction) return lead;
  const { request: former, asSent = former, notes } = lead;
  const next = present({ ...former, ...correction });
  const request = { ...next, preferredContact: reachablePreference(next) };
  const isReachTouched = 'phone' in correction || 'email' in correction;
  if (isReachTouched && !request.phone && !request.email) return 'unreachable';
  if (isDeepStrictEqual(request, former)) return lead;
  const note = { id: `correction-${notes.length}`, ...written, text: changedWords(former, request) };
  return { ...lead, request, asSent, notes: notes.length < MAX_NOTES ? [...notes, note] : notes };
}

/** `Corrected: phone was (202) 555-0142, city was empty.` */
function changedWords(former: Request, now: Request): string {
  const words = fields
    .filter((field) => (former[field] ?? '') !== (now[field] ?? ''))
    .map((field) => `${labels[field]} was ${wordsOf(former, field)}`);
  return `Corrected: ${words.join(', ')}.`;
}

function wordsOf(request: Request, field: keyof Correction): string {
  if (field === 'language') return languageName(request);
  if (field === 'preferredContact') return labelOf(contactLabels, request.preferredContact);
  const text = request[field] || 'empty';
  return field === 'heardFrom' ? labelOf(heardFromLabels, text) : text;
}

/**
 * A request that the visitor has sent again in other words. What the visitor has changed since the last time is newer
 * than the owner's corrections; the others stand.
 */
export function sentAnew({ request, asSent }: Sent, sent: Request): Sent {
  if (!asSent) return { request: sent };
  const [now, before, after] = [request, asSent, sent].map((one): Record<string, unknown> => one) as [
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const merged = Object.keys({ ...now, ...after }).map((field) => {
    const isUnchanged = isDeepStrictEqual(after[field], before[field]);
    return [field, isUnchanged ? now[field] : after[field]];
  });
  return { request: present(Object.fromEntries(merged)), asSent: sent };
}
