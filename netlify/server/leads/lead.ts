import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import type { ConsultationRequest } from '#contracts/consultation';
import { isEnded, KeptRequest, type LeadNote, type LeadSource, withNewName } from '#contracts/lead';
import { type Language, languageOf } from '#i18n/language';
import { spoken } from '#i18n/site-languages';
import { phoneParts } from '#lib/contact';
import { getOrDamaged, shaped, type Store } from '#server/storage/port';
import { MINUTE } from '#lib/time/units';
import { sentAnew } from './lead-correction.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** An instant as `Date` writes it, in UTC; `undefined` for a text that is none. */
function toInstant(text: string): string | undefined {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

const instant = z.optional(z.pipe(z.string(), z.transform(toInstant)));
const instantOr = (unknown: string) =>
  z.pipe(
    z.string(),
    z.transform((text) => toInstant(text) ?? unknown),
  );

/**
 * The owner booked or canceled this slot. `from`: the former visit, if moved. `isQuiet`: the visitor is not told.
 * `isAnyway`: outside of the hours, or over something else.
 */
const OwnersDecision = z.object({
  slot: instant,
  from: instant,
  isQuiet: z.boolean(),
  isAnyway: z.optional(z.boolean()),
});
export type OwnersDecision = z.infer<typeof OwnersDecision> & { readonly slot: string };

const decisions = z.transform((all: z.infer<typeof OwnersDecision>[]) =>
  all.flatMap(({ slot, ...rest }): OwnersDecision[] => (slot === undefined ? [] : [{ slot, ...rest }])),
);

const KeptNote = z.object({
  id: z._default(z.string(), ''),
  at: instant,
  by: z.optional(z.string()),
  text: z._default(z.string(), ''),
  corrects: z.optional(z.string()),
});

/** Until 2026 the notes were one text, which is shown as their first entry, without a time and an author. */
const notes = z.pipe(
  z.union([z.string(), z.array(KeptNote)]),
  z.transform((kept): LeadNote[] => {
    if (typeof kept !== 'string') return kept;
    return kept ? [{ id: 'earlier', text: kept }] : [];
  }),
);

/** A visit that has begun. Absent end and kind as for `slotEnd` and `slotKind`. */
const KeptVisit = z.object({
  start: instant,
  end: instant,
  kind: z.optional(z.string()),
  outcome: z.optional(z.string()),
});
export type KeptVisit = z.infer<typeof KeptVisit> & { readonly start: string };

const pastVisits = z.transform((all: z.infer<typeof KeptVisit>[]) =>
  all.flatMap(({ start, ...rest }): KeptVisit[] => (start === undefined ? [] : [{ start, ...rest }])),
);

/**
 * A stored consultation request. Instants are ISO 8601 in UTC. Today's lists, limits and patterns are not asked: the
 * record may be older than they are. A field that is added to it needs a default.
 */
export const Lead = z.object({
  id: z.string(),
  createdAt: instantOr('1970-01-01T00:00:00.000Z'),
  /** An unknown time lies ahead, so that nothing counts as lapsed. */
  updatedAt: instantOr('9999-12-31T23:59:59.999Z'),
  /** A `LeadSource`, or a former one. */
  source: z._default(z.string(), 'dialog'),
  /** A `LeadStatus`, or a former one. */
  status: z._default(
    z.pipe(
      z.string(),
      z.transform((status) => String(withNewName(status))),
    ),
    'new',
  ),
  /** The honeypot was filled in, so it is most likely spam. It is kept: no request may be lost. */
  isSpam: z._default(z.boolean(), false),
  request: KeptRequest,
  /** As the visitor sent it last, once the owner has corrected it. */
  asSent: z.optional(KeptRequest),
  /** The start of the booked visit. */
  slot: instant,
  /** Its end and its kind. Absent in old records: an hour (`storedVisit`), a consultation. */
  slotEnd: instant,
  slotKind: z.optional(z.string()),
  /** The visits before `slot`, the oldest first, and `slot` itself once the owner has said how it went. */
  visits: z._default(z.pipe(z.array(KeptVisit), pastVisits), []),
  /** The day on which the owner wants to see the lead again: `2026-12-01`, in the business's zone. */
  followUp: z.optional(z.string()),
  /** In dollars: the quoted one, then the sold one. */
  amount: z.optional(z.number()),
  /** Of a lost lead: a `LostReason`, or a former one. */
  lostReason: z.optional(z.string()),
  /** The visitor said no to what Google is told of its advertisements. */
  noAds: z.optional(z.boolean()),
  /** The start of the slot that was tried last. It becomes `slot` once it is booked. */
  requestedSlot: instant,
  /** How often the visit was booked, moved or canceled: an invitation's SEQUENCE (RFC 5545, 3.8.7.4). */
  changes: z._default(z.number(), 0),
  moves: z._default(z.number(), 0),
  /** How often the visitor has changed the request on the page of the visit. The owner is told of each. */
  rewordings: z.optional(z.number()),
  /** When the visit was canceled; absent once another is booked. */
  cancelledAt: instant,
  /** The start of that canceled visit. */
  cancelledSlot: instant,
  /** The first booking, the owner's first call to a waiting visitor, and the last end: won, lost or closed. */
  bookedAt: instant,
  calledAt: instant,
  closedAt: instant,
  notes: z._default(notes, []),
  /** The owner's decisions about the visit, as long as they matter. */
  byOwner: z.optional(z.pipe(z.array(OwnersDecision), decisions)),
  /** The owner is removing the lead. It books nothing more, and its record goes last. */
  isRemoving: z.optional(z.boolean()),
});
export type Lead = z.infer<typeof Lead>;

/** The language for mails and calls; English for one that the site does not speak. */
export const languageOfLead = ({ request }: Pick<Lead, 'request'>): Language => spoken(languageOf(request.language));

const ID = /^[0-9a-f]{32}$/;
export const leadKey = (id: string) => `leads/${id}`;

/** The id for an idempotency key. The same key means the same lead. */
export function leadId(idempotencyKey: string): string {
  return createHash('sha256').update(`consultation-request\n${idempotencyKey}`).digest('hex').slice(0, 32);
}

/** The ids for a key: the first one that is not of a removed lead is the lead's. A header's key has no line break. */
export const leadIds = (idempotencyKey: string) => idsOf(leadId, idempotencyKey);

/**
 * The ids of a request from the plain form, which has no key: the same words mean the same lead. Without `secret` nobody
 * can compute them from the words.
 */
export function formLeadIds(secret: string, words: string): Generator<string> {
  const id = (name: string) => createHmac('sha256', secret).update(`plain-form\n${name}`).digest('hex').slice(0, 32);
  return idsOf(id, words);
}

function* idsOf(idOf: (name: string) => string, name: string): Generator<string> {
  yield idOf(name);
  for (let removals = 1; ; removals += 1) yield idOf(`${name}\n${removals}`);
}

/** A lead's public name in invitations, mail headers, the CSV and the log. It does not reveal the id. */
export function leadReference(id: string): string {
  return createHash('sha256').update(`lead-reference\n${id}`).digest('hex').slice(0, 32);
}

/** The lead and its version, or `null` for an unknown id. Throws `UnreadableRecord`. */
export async function findLead(leads: Store, id: string): Promise<LeadVersion | null> {
  if (!ID.test(id)) return null;
  const stored = await leads.get(leadKey(id));
  return stored && { lead: shaped(Lead, leadKey(id), stored.value), etag: stored.etag };
}

/**
 * Stores a request before it is answered. A repeat in other words updates the request of its lead; slot and status
 * stay. Answers the lead only if it is new. `removed`: the owner is removing the lead, so the request needs another id.
 */
export async function keepLead(
  leads: Store,
  { id, request, source, now }: NewLead,
): Promise<Lead | 'known' | 'removed'> {
  const { company, ...kept } = request;
  const moment = now.toISOString();
  const fresh: Lead = {
    id,
    createdAt: moment,
    updatedAt: moment,
    source,
    // The owner has already spoken with a caller.
    status: source === 'phone' ? 'contacted' : 'new',
    isSpam: Boolean(company),
    request: kept,
    visits: [],
    changes: 0,
    moves: 0,
    notes: [],
  };
  if (await leads.create(leadKey(id), fresh)) return Lead.parse(fresh);
  const changed = await changeLead(leads, id, (lead) => {
    const isSame = lead.isRemoving || JSON.stringify(lead.asSent ?? lead.request) === JSON.stringify(kept);
    return isSame ? lead : { ...lead, ...sentAnew(lead, kept), updatedAt: moment };
  });
  return !changed || changed.after.isRemoving ? 'removed' : 'known';
}

export interface NewLead {
  readonly id: string;
  /** `company`: the honeypot. */
  readonly request: Lead['request'] & Pick<ConsultationRequest, 'company'>;
  readonly source: LeadSource;
  readonly now: Date;
}

export interface LeadVersion {
  readonly lead: Lead;
  readonly etag: string;
}

/**
 * Applies `change` to the newest version by compare-and-swap. Writes nothing if `change` returns the same lead. Answers
 * the lead before and after, or `null` for an unknown id. Tries `seen` first; it may be stale, so a lead without a
 * change is read again.
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

/** Notes when the status changed. If the owner sets a lead back to new, the call was a mistake. `now` in ms. */
export function withMilestones(before: Lead, after: Lead, { now, byOwner }: { now: number; byOwner: boolean }): Lead {
  const { status } = after;
  if (status === before.status) return after;
  const moment = new Date(now).toISOString();
  const { bookedAt, calledAt, ...rest } = after;
  const isBack = byOwner && status === 'new';
  const booked = status === 'booked' ? (bookedAt ?? moment) : bookedAt;
  const isBooked = !isBack || after.slot !== undefined || after.cancelledAt !== undefined;
  const isCalled =
    byOwner && !isBack && after.source !== 'phone' && (before.status === 'new' || status === 'contacted');
  const called = isCalled ? (calledAt ?? moment) : calledAt;
  return {
    ...rest,
    ...(booked && isBooked && { bookedAt: booked }),
    ...(called && !isBack && { calledAt: called }),
    ...(isEnded(after) && { closedAt: moment }),
  };
}

export const LINK_SECRET = 'visit-links/secret';
/** An emptied secret would sign anything. */
export const LinkSecret = z.object({ secret: z.string().check(z.minLength(1)) });

/**
 * The secret that signs the links to visits. The first caller makes it, and anew if it cannot be read: former links then
 * lead to a page that says so. It outlives the owner's password and session secret, so that a link in a mail works as
 * long as the visit.
 */
export async function visitSecret(auth: Store): Promise<string> {
  const known = secrets.get(auth);
  if (known && performance.now() - known.at < SECRET_KEPT_MS) return known.secret;
  const secret = await readSecret(auth);
  secrets.set(auth, { secret, at: performance.now() });
  return secret;
}

/** ms. A process uses a deleted secret no longer than this. */
const SECRET_KEPT_MS = MINUTE;
const secrets = new WeakMap<Store, { readonly secret: string; readonly at: number }>();

async function readSecret(auth: Store): Promise<string> {
  const kept = await getOrDamaged(auth, LINK_SECRET);
  const read = LinkSecret.safeParse(kept?.value);
  if (read.success) return read.data.secret;
  const secret = randomBytes(32).toString('base64url');
  const writing = kept ? auth.replace(LINK_SECRET, { secret }, kept.etag) : auth.create(LINK_SECRET, { secret });
  return (await writing) === null ? await readSecret(auth) : secret;
}

/** The end of a visit's address, `/visit/<token>`. Anybody with it may move or cancel the visit. */
export function visitToken(secret: string, leadId: string): string {
  return `${leadId}.${signature(secret, leadId).toString('base64url')}`;
}

/** The lead of a token, or `null` if we did not sign it. */
export function readVisitToken(secret: string, token: string): string | null {
  const [leadId = '', given = '', ...more] = token.split('.');
  const expected = signature(secret, leadId);
  const signed = Buffer.from(given, 'base64url');
  return more.length === 0 && signed.length === expected.length && timingSafeEqual(signed, expected) ? leadId : null;
}

function signature(secret: string, leadId: string): Buffer {
  return createHmac('sha256', secret).update(`visit\n${leadId}`).digest();
}

/** One record for each phone and each mail address, named by its hash, with the coming visits. */
export const VISITORS = 'visitors/';

/** The keys of a lead's phone (digits without the country code) and mail address (see `normalEmail`). */
export function personKeys({ request: { phone, email } }: Pick<Lead, 'request'>): string[] {
  const digits = phone && phoneParts(phone).digits.replace(/^1(?=\d{10}$)/, '');
  const names = [digits === undefined ? [] : [`phone ${digits}`], email ? [`email ${normalEmail(email)}`] : []].flat();
  return names.map((name) => VISITORS + createHash('sha256').update(`visitor\n${name}`).digest('hex').slice(0, 32));
}

/** The address with its domain as mail servers know it (RFC 5891): `ann@xn--e1afmkfd.xn--p1ai`. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
}

const DOTLESS = /^(gmail|googlemail)\.com$/;

/** The same text for all spellings of one mailbox. */
export function normalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+');
  const host = asciiEmail(email)
    .slice(at + 1)
    .toLowerCase();
  return DOTLESS.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}
