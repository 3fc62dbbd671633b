import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type ConsultationRequest, KeptRequest } from '#contracts/consultation';
import type { Language } from '#i18n/language';
import { phoneParts } from '#lib/contact';
import { shaped, type Store } from '#server/storage/port';

/**
 * The owner, and not the visitor, has booked this slot for the lead, or cancelled it. `from`: the visit that was moved
 * there. `isQuiet`: the visitor is not told.
 */
const OwnersDecision = z.object({
  slot: z.iso.datetime(),
  from: z.optional(z.iso.datetime()),
  isQuiet: z.boolean(),
});
export type OwnersDecision = z.infer<typeof OwnersDecision>;

/** A consultation request as it is kept, one record a request. Instants are ISO 8601 in UTC. */
export const Lead = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** `form` is the plain page that works without scripts, `phone` what the owner wrote down. */
  source: z.enum(['dialog', 'form', 'phone']),
  status: z.enum(['new', 'booked', 'called back', 'closed']),
  /** The honeypot was filled in: most likely spam, kept all the same since nothing may be lost. */
  isSpam: z.boolean(),
  request: KeptRequest,
  /** The start of the visit that is booked. */
  slot: z.optional(z.iso.datetime()),
  /** The start of the slot that was tried for last: only once it is booked does it take the place of `slot`. */
  requestedSlot: z.optional(z.iso.datetime()),
  /** How often the visit has been booked, moved or cancelled: an invitation's SEQUENCE (RFC 5545, 3.8.7.4). */
  changes: z._default(z.number(), 0),
  /** How often the visit has been moved. */
  moves: z._default(z.number(), 0),
  /** When the visit was cancelled, while no other is booked. */
  cancelledAt: z.optional(z.iso.datetime()),
  /** The start of the visit that was cancelled then. */
  cancelledSlot: z.optional(z.iso.datetime()),
  /** When it was first booked; when the owner first called whoever waited; when it was last closed. */
  bookedAt: z.optional(z.iso.datetime()),
  calledAt: z.optional(z.iso.datetime()),
  closedAt: z.optional(z.iso.datetime()),
  /** The owner's own. */
  notes: z._default(z.string(), ''),
  /** What the owner has decided about the visit, as long as it matters. */
  byOwner: z.optional(z.array(OwnersDecision)),
  /** The owner is removing the lead: it books nothing any more, and goes when all else of it is gone. */
  isRemoving: z.optional(z.boolean()),
});
export type Lead = z.infer<typeof Lead>;

/** The language that the visitor is written to and called in. */
export const languageOfLead = ({ request }: Pick<Lead, 'request'>): Language => request.language ?? 'en';

const ID = /^[0-9a-f]{32}$/;
/** Where the record of a lead is kept. */
export const leadKey = (id: string) => `leads/${id}`;

/** The id that belongs to an idempotency key: whoever sends the key again means the same lead. */
export function leadId(idempotencyKey: string): string {
  return createHash('sha256').update(`consultation-request\n${idempotencyKey}`).digest('hex').slice(0, 32);
}

/**
 * The id of a request that came without a key, from the plain form: whoever sends the same words within the same hour
 * means the same lead. `secret` keeps everybody else from finding the id from the words, and no idempotency key leads to it.
 */
export function formLeadId(secret: string, words: string): string {
  return createHmac('sha256', secret).update(`plain-form\n${words}`).digest('hex').slice(0, 32);
}

/**
 * What names a lead where others may see it: in invitations, in mail headers, in the CSV and in the log. It is always the
 * same for a lead, and nobody can find the id from it.
 */
export function leadReference(id: string): string {
  return createHash('sha256').update(`lead-reference\n${id}`).digest('hex').slice(0, 32);
}

/** The lead and its version, or `null` for an id that names none. Throws `UnreadableRecord`. */
export async function findLead(leads: Store, id: string): Promise<LeadVersion | null> {
  if (!ID.test(id)) return null;
  const stored = await leads.get(leadKey(id));
  return stored && { lead: shaped(Lead, leadKey(id), stored.value), etag: stored.etag };
}

/**
 * Keeps a request before it is answered. A second request with the same id is the same visitor trying again: changed
 * content updates the lead, whatever became of it meanwhile (its slot, its status) stays. Answers the lead that is new.
 */
export async function keepLead(leads: Store, { id, request, source, now }: NewLead): Promise<Lead | null> {
  const { company, ...kept } = request;
  const moment = now.toISOString();
  const fresh: Lead = {
    id,
    createdAt: moment,
    updatedAt: moment,
    source,
    // The owner has spoken with whoever came by phone.
    status: source === 'phone' ? 'called back' : 'new',
    isSpam: Boolean(company),
    request: kept,
    changes: 0,
    moves: 0,
    notes: '',
  };
  if (await leads.create(leadKey(id), fresh)) return Lead.parse(fresh);
  await changeLead(leads, id, (lead) =>
    JSON.stringify(lead.request) === JSON.stringify(kept) ? lead : { ...lead, request: kept, updatedAt: moment },
  );
  return null;
}

interface NewLead {
  readonly id: string;
  readonly request: ConsultationRequest;
  readonly source: Lead['source'];
  readonly now: Date;
}

/** A lead and its version. */
export interface LeadVersion {
  readonly lead: Lead;
  readonly etag: string;
}

/**
 * Applies `change` to the newest version, by compare-and-swap, again when somebody else was faster. A change that
 * returns the lead as it was writes nothing. Answers the lead before and after, or `null` when there is none.
 * `seen` is tried first: if it can be written over, it was the newest. If nothing changes, read again: it may be stale.
 */
export async function changeLead(
  leads: Store,
  id: string,
  change: (lead: Lead) => Lead,
  seen?: LeadVersion,
): Promise<LeadChanged | null> {
  if (!ID.test(id)) return null;
  for (let known = seen; ; known = undefined) {
    const found = known ?? (await findLead(leads, id));
    if (!found) return null;
    const after = change(found.lead);
    if (after === found.lead && known) continue;
    if (after === found.lead) return { before: after, after, etag: found.etag };
    const etag = await leads.replace(leadKey(id), after, found.etag);
    if (etag !== null) return { before: found.lead, after, etag };
  }
}

interface LeadChanged {
  readonly before: Lead;
  readonly after: Lead;
  readonly etag: string;
}

/**
 * Notes when a change of the status came about, which the status itself forgets. `byOwner`: the owner has changed it, so
 * a lead that waited has been called. Put back to new by the owner, it was marked by mistake. `now` in milliseconds.
 */
export function withMilestones(before: Lead, after: Lead, { now, byOwner }: { now: number; byOwner: boolean }): Lead {
  const { status } = after;
  if (status === before.status) return after;
  const moment = new Date(now).toISOString();
  const { bookedAt, calledAt, ...rest } = after;
  const isBack = byOwner && status === 'new';
  const booked = status === 'booked' ? (bookedAt ?? moment) : bookedAt;
  const isBooked = !isBack || after.slot !== undefined || after.cancelledAt !== undefined;
  const isCalled =
    byOwner && !isBack && after.source !== 'phone' && (before.status === 'new' || status === 'called back');
  const called = isCalled ? (calledAt ?? moment) : calledAt;
  return {
    ...rest,
    ...(booked && isBooked && { bookedAt: booked }),
    ...(called && !isBack && { calledAt: called }),
    ...(status === 'closed' && { closedAt: moment }),
  };
}

const LINK_SECRET = 'visit-links/secret';
const LinkSecret = z.object({ secret: z.string() });

/**
 * The secret that signs the links to visits. The first who needs it makes it, and it stays: a link in a visitor's mail
 * works for as long as the visit does, whatever becomes of the owner's password and session secret.
 */
export async function visitSecret(auth: Store): Promise<string> {
  const known = secrets.get(auth);
  if (known && performance.now() - known.at < SECRET_KEPT_MS) return known.secret;
  const secret = await readSecret(auth);
  secrets.set(auth, { secret, at: performance.now() });
  return secret;
}

/** How long a process keeps the secret, in ms: one that somebody deletes signs nothing for longer. */
const SECRET_KEPT_MS = 60_000;
const secrets = new WeakMap<Store, { readonly secret: string; readonly at: number }>();

async function readSecret(auth: Store): Promise<string> {
  const kept = await auth.get(LINK_SECRET);
  if (kept) return LinkSecret.parse(kept.value).secret;
  const secret = randomBytes(32).toString('base64url');
  return (await auth.create(LINK_SECRET, { secret })) ? secret : await readSecret(auth);
}

/** The end of a visit's address, `/visit/<token>`: whoever has it may move or cancel this lead's visit. */
export function visitToken(secret: string, leadId: string): string {
  return `${leadId}.${signature(secret, leadId).toString('base64url')}`;
}

/** The lead that a token was signed for, or `null` for one that we did not sign. */
export function readVisitToken(secret: string, token: string): string | null {
  const [leadId = '', given = '', ...more] = token.split('.');
  const expected = signature(secret, leadId);
  const signed = Buffer.from(given, 'base64url');
  return more.length === 0 && signed.length === expected.length && timingSafeEqual(signed, expected) ? leadId : null;
}

function signature(secret: string, leadId: string): Buffer {
  return createHmac('sha256', secret).update(`visit\n${leadId}`).digest();
}

/** Where it is kept who has how many visits: a record for each phone and each mail address, by a hash of it. */
export const VISITORS = 'visitors/';

/** A phone's digits without the country's; a mail address without capitals and without what follows a plus. */
export function personKeys({ request: { phone, email } }: Pick<Lead, 'request'>): string[] {
  const digits = phone && phoneParts(phone).digits.replace(/^1(?=\d{10}$)/, '');
  const names = [digits === undefined ? [] : [`phone ${digits}`], email ? [`email ${normalEmail(email)}`] : []].flat();
  return names.map((name) => VISITORS + createHash('sha256').update(`visitor\n${name}`).digest('hex').slice(0, 32));
}

const DOTLESS = /^(gmail|googlemail)\.com$/;

/** One mailbox has many spellings: these lead to the same one. */
export function normalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+');
  const host = email.slice(at + 1).toLowerCase();
  return DOTLESS.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}
