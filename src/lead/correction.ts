import { newerFields } from '#contracts/kept-object';
import { knownFields, KeptRequest } from '#contracts/kept-request';
import { type LeadNote, MAX_NOTES, siteNoteId } from '#contracts/lead-note';
import { type Correction, reachablePreference } from '#contracts/lead-request';
import { formerWords } from '#lead/request-fields';
import { isSameNumber } from '#lib/contact';
import { isSame } from '#lib/is-same';

interface Sent {
  readonly request: KeptRequest;
  /** As the visitor sent it last, if the owner has corrected it. */
  readonly asSent?: KeptRequest | undefined;
}

/** Without fields that are `null` or absent: a record has none. */
export const filled = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const present = (request: object) => filled(request) as unknown as KeptRequest;

/**
 * The request without its agreement to texts, unless one of `agreed` says it of this very number: a number that has changed
 * needs a new one.
 */
export function withAgreement(request: KeptRequest, ...agreed: Pick<KeptRequest, 'phone' | 'texts'>[]): KeptRequest {
  const { texts, ...rest } = request;
  return texts && agreed.some((one) => one.texts && isSameNumber(one.phone, request.phone)) ? request : rest;
}

/** Both say the same in each field that the site knows. */
export const isSameRequest = (one: KeptRequest, other: KeptRequest): boolean =>
  isSame(present(knownFields(one)), present(knownFields(other)));

/**
 * The lead with the owner's words in place of the visitor's, and a note of what they were. The same lead if it says them
 * already; `unreachable` if nobody could call or mail the person any more.
 */
export function corrected<Lead extends Sent & { readonly notes: LeadNote[] }>(
  lead: Lead,
  correction: Correction,
  written: Pick<LeadNote, 'at' | 'by'>,
): Lead | 'unreachable' {
  const { request: former, asSent = former } = lead;
  const next = present({ ...former, ...correction });
  const agreed = withAgreement(next, former, { phone: next.phone, texts: correction.texts ?? undefined });
  const request = { ...agreed, preferredContact: reachablePreference(agreed) };
  const isReachTouched = 'phone' in correction || 'email' in correction;
  if (isReachTouched && !request.phone && !request.email) return 'unreachable';
  if (isSameRequest(request, former)) return lead;
  return { ...withFormerWords(lead, request, written), request, asSent };
}

/** The lead with a note of the words that `next` changes; the same lead without such words, or without room for a note. */
export function withFormerWords<Lead extends Pick<Sent, 'request'> & { readonly notes: LeadNote[] }>(
  lead: Lead,
  next: KeptRequest,
  written: Pick<LeadNote, 'at' | 'by'>,
): Lead {
  const { request, notes } = lead;
  if (isSameRequest(request, next) || notes.length >= MAX_NOTES) return lead;
  const note = { id: siteNoteId(notes.length), ...written, text: `Corrected: ${formerWords(request, next)}.` };
  return { ...lead, notes: [...notes, note] };
}

/**
 * A request that the visitor has sent again in other words. What the visitor has changed since the last time is newer
 * than the owner's corrections; the others stand.
 */
export function withResent({ request, asSent }: Sent, sent: KeptRequest): Sent {
  const all = { ...newerFields(asSent ?? request, KeptRequest.shape), ...sent };
  if (!asSent) return { request: all };
  const fields = Object.keys(knownFields({ ...request, ...sent })) as (keyof KeptRequest)[];
  const changed = fields.filter((field) => !isSame(sent[field], asSent[field]));
  // Who gives another number says anew whether to text it.
  if (changed.includes('phone')) changed.push('texts');
  const words = Object.fromEntries(changed.map((field) => [field, sent[field]]));
  return { request: withAgreement(present({ ...request, ...words }), request, sent), asSent: all };
}
