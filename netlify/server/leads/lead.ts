import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { ConsultationRequest } from '#contracts/consultation';
import { shaped, type Store, unlessUnreadable } from '#server/storage/port';

/** A consultation request as it is kept, one record a request. Instants are ISO 8601 in UTC. */
export const Lead = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** `form` is the plain page that works without scripts. */
  source: z.enum(['dialog', 'form']),
  status: z.enum(['new', 'booked', 'called back', 'closed']),
  /** The honeypot was filled in: most likely spam, kept all the same since nothing may be lost. */
  isSpam: z.boolean(),
  request: ConsultationRequest,
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
  /** The owner's own. */
  notes: z._default(z.string(), ''),
});
export type Lead = z.infer<typeof Lead>;

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

const ID = /^[0-9a-f]{32}$/;
/** Where the record of a lead is kept. */
export const leadKey = (id: string) => `leads/${id}`;

/** The id that belongs to an idempotency key: whoever sends the key again means the same lead. */
export function leadId(idempotencyKey: string): string {
  return createHash('sha256').update(`consultation-request\n${idempotencyKey}`).digest('hex').slice(0, 32);
}

/** The lead and its version, or `null` for an id that names none. Throws `UnreadableRecord`. */
export async function findLead(leads: Store, id: string): Promise<{ lead: Lead; etag: string } | null> {
  if (!ID.test(id)) return null;
  const stored = await leads.get(leadKey(id));
  return stored && { lead: shaped(Lead, leadKey(id), stored.value), etag: stored.etag };
}

/**
 * Keeps a request before it is answered. A second request with the same id is the same visitor trying again: changed
 * content updates the lead, whatever became of it meanwhile (its slot, its status) stays.
 */
export async function keepLead(
  leads: Store,
  { id, request, source, now }: { id: string; request: ConsultationRequest; source: Lead['source']; now: Date },
): Promise<void> {
  const { company, ...kept } = request;
  const moment = now.toISOString();
  const fresh: Lead = {
    id,
    createdAt: moment,
    updatedAt: moment,
    source,
    status: 'new',
    isSpam: Boolean(company),
    request: kept,
    changes: 0,
    moves: 0,
    notes: '',
  };
  if (await leads.create(leadKey(id), fresh)) return;
  await changeLead(leads, id, (lead) =>
    JSON.stringify(lead.request) === JSON.stringify(kept) ? lead : { ...lead, request: kept, updatedAt: moment },
  );
}

/**
 * Keeps a consultation request; it is stored when this returns. The same id means the same request again, so a repeat
 * makes no second lead. That the owner is to be told is written before the request, so that no request is kept that
 * nobody hears of; answers the name of that note, which `clearPendingNotice` takes away. `nonce` is unlike that of every
 * other call, since one call must not take away what another still owes. `now` in ms.
 */
export async function receiveRequest(
  leads: Store,
  request: ConsultationRequest,
  { id, source, now, nonce }: { id: string; source: Lead['source']; now: number; nonce: string },
): Promise<PendingNoticeName> {
  const pending = { leadId: id, nonce };
  await addPendingNotice(leads, pending, now);
  await keepLead(leads, { id, request, source, now: new Date(now) });
  return pending;
}

/**
 * Applies `change` to the newest version, by compare-and-swap, again when somebody else was faster. A change that
 * returns the lead as it was writes nothing. Answers the lead before and after, or `null` when there is none.
 */
export async function changeLead(
  leads: Store,
  id: string,
  change: (lead: Lead) => Lead,
): Promise<{ before: Lead; after: Lead } | null> {
  for (;;) {
    const found = await findLead(leads, id);
    if (!found) return null;
    const after = change(found.lead);
    const kept = after === found.lead || (await leads.replace(leadKey(id), after, found.etag));
    if (kept) return { before: found.lead, after };
  }
}

/** Whether a slot that is held or booked for this lead is rightly so: it is its visit, or the one it is trying for. */
export function requestsSlot(lead: Lead | undefined, start: string): boolean {
  return lead !== undefined && (lead.slot === start || lead.requestedSlot === start);
}

/**
 * Notes which slot the lead is trying for, if its newest version may. `former`: the slot that it tried for before and has
 * not booked, if any.
 */
export async function requestSlot(
  leads: Store,
  id: string,
  start: string,
  mayRequest: (lead: Lead) => boolean,
): Promise<{ isNoted: boolean; former: string | null }> {
  const change = await changeLead(leads, id, (lead) =>
    requestsSlot(lead, start) || !mayRequest(lead) ? lead : { ...lead, requestedSlot: start },
  );
  if (!change || !mayRequest(change.before)) return { isNoted: false, former: null };
  const former = change.before.requestedSlot;
  return { isNoted: true, former: former && !requestsSlot(change.after, former) ? former : null };
}

/**
 * Writes on the lead that the slot is its visit. Answers the lead and the visit that it had before, or `null` when the
 * lead no longer wants the slot. A repeat changes nothing. `now` in milliseconds.
 */
export async function markBooked(
  leads: Store,
  id: string,
  slot: string,
  now: number,
): Promise<{ lead: Lead; former: string | null } | null> {
  const change = await changeLead(leads, id, (lead) => (requestsSlot(lead, slot) ? withVisit(lead, slot, now) : lead));
  if (!change || change.after.slot !== slot) return null;
  const former = change.before.slot;
  return { lead: change.after, former: former && former !== slot ? former : null };
}

function withVisit(lead: Lead, slot: string, now: number): Lead {
  if (lead.slot === slot && lead.status !== 'new') return lead;
  const { requestedSlot: _, cancelledAt: __, ...rest } = lead;
  const moves = lead.moves + (lead.slot && lead.slot !== slot ? 1 : 0);
  const updatedAt = new Date(now).toISOString();
  return { ...rest, slot, status: 'booked', moves, changes: lead.changes + 1, updatedAt };
}

/** Takes the visit from the lead that has cancelled it. Answers the lead before, and after. */
export async function withdrawVisit(
  leads: Store,
  id: string,
  now: number,
): Promise<{ before: Lead; after: Lead } | null> {
  const moment = new Date(now).toISOString();
  return await changeLead(leads, id, (lead) => {
    if (!lead.slot && !lead.requestedSlot) return lead;
    const { slot, requestedSlot: _, ...rest } = lead;
    if (!slot) return rest;
    return { ...rest, status: 'new', changes: lead.changes + 1, cancelledAt: moment, updatedAt: moment };
  });
}

/** Removes a lead for good; one that is not there is no error. */
export async function deleteLead(leads: Store, id: string): Promise<void> {
  if (ID.test(id)) await leads.delete(leadKey(id));
}

/**
 * A request and the notice of it are two records, and a death may come between their writings. So that no request stays
 * unseen, this record is written before the request and goes when the notice is in the outbox.
 */
export interface PendingNoticeName {
  readonly leadId: string;
  readonly nonce: string;
}

const PENDING = 'pending-notices/';
const pendingKey = ({ leadId, nonce }: PendingNoticeName) => `${PENDING}${leadId}-${nonce}`;
const PendingNotice = z.object({ since: z.number() });

/** A request is kept within this time, or never. */
const REQUEST_MS = 2 * 60_000;

/** Writes down that the owner has still to be told of the request. `now` in ms. */
export async function addPendingNotice(leads: Store, name: PendingNoticeName, now: number): Promise<void> {
  await leads.put(pendingKey(name), { since: now });
}

export async function clearPendingNotice(leads: Store, name: PendingNoticeName): Promise<void> {
  await leads.delete(pendingKey(name));
}

/** The notices that nobody is about to write any more, or of which nobody can read since when. */
export async function listPendingNotices(leads: Store, now: number): Promise<PendingNoticeName[]> {
  const listed = await leads.list(PENDING);
  const unreadable = () => ({ value: { since: 0 } });
  const read = async (key: string) => ({ key, stored: await unlessUnreadable(leads.get(key), unreadable) });
  const records = await Promise.all(listed.map(({ key }) => read(key)));
  return records.flatMap(({ key, stored }) => {
    if (!stored) return [];
    const pending = PendingNotice.safeParse(stored.value);
    if (pending.success && pending.data.since >= now - REQUEST_MS) return [];
    const [leadId = '', ...nonce] = key.slice(PENDING.length).split('-');
    return [{ leadId, nonce: nonce.join('-') }];
  });
}
