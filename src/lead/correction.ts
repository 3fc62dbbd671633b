import { newerFields } from '#contracts/kept-object';
import { knownFields, KeptRequest } from '#contracts/kept-request';
import { hasRoom, type LeadNote, siteNoteId } from '#contracts/lead-note';
import { type Correction, reachablePreference } from '#contracts/lead-request';
import { formerWords } from '#lead/request-fields';
import { isSameNumber, textNumber } from '#lib/contact';
import { isSame } from '#lib/is-same';
import { type Lead, requestsOf, type Untold } from './lead.ts';

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

/** The numbers of the lead whose texts are agreed to, each with the wording. */
const agreedIn = (lead: Lead | null) =>
  new Map(
    (lead ? requestsOf(lead) : []).flatMap(({ request }): [string, string | undefined][] => {
      const number = request.texts ? textNumber(request.phone) : null;
      return number ? [[number, request.consent]] : [];
    }),
  );

/**
 * The lead, with what is to be written into the ledgers of its numbers: which may be texted now, and which no more.
 * `before`: `null` for a new lead.
 */
export function withConsents(
  before: Lead | null,
  lead: Lead,
  how: Required<Pick<Untold, 'at' | 'by' | 'where'>>,
): Lead {
  const [was, is] = [agreedIn(before), agreedIn(lead)];
  const agreed = [...is].filter(([number]) => !was.has(number));
  const withdrawn = [...was].filter(([number]) => !is.has(number));
  if (lead.isSpam || agreed.length + withdrawn.length === 0) return lead;
  const untold = [
    ...withdrawn.map(([number]) => ({ kind: 'withdrawn', number, ...how })),
    // What one of us has heard on the phone has no wording.
    ...agreed.map(([number, words]) => ({
      ...{ kind: 'agreed', number, ...how },
      wording: how.by === 'visitor' ? words : undefined,
    })),
  ];
  return { ...lead, untold: [...lead.untold, ...untold] };
}

/** Both say the same in each field that the site knows. */
export const isSameRequest = (one: KeptRequest, other: KeptRequest): boolean =>
  isSame(present(knownFields(one)), present(knownFields(other)));

/**
 * The lead with the owner's words in place of the visitor's, and a note of what they were. The same lead if it says them
 * already; `unreachable` if nobody could call or mail the person any more.
 */
export function corrected<Of extends Sent & { readonly notes: LeadNote[] }>(
  lead: Of,
  correction: Correction,
  written: Pick<LeadNote, 'at' | 'by'>,
): Of | 'unreachable' {
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
export function withFormerWords<Of extends Pick<Sent, 'request'> & { readonly notes: LeadNote[] }>(
  lead: Of,
  next: KeptRequest,
  written: Pick<LeadNote, 'at' | 'by'>,
): Of {
  const { request, notes } = lead;
  if (isSameRequest(request, next)) return lead;
  const note = { id: siteNoteId(notes.length), ...written, text: `Corrected: ${formerWords(request, next)}.` };
  if (!hasRoom(notes, note)) return lead;
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
