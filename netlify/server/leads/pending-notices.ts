import * as z from 'zod/mini';
import type { ConsultationRequest } from '#contracts/consultation';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { keepLead, type Lead } from './lead.ts';

/**
 * A request and the notice of it are two records, and a death may come between their writings. So that no request stays
 * unseen, this record is written before the request and goes when the notice is in the outbox.
 */
export interface PendingNoticeName {
  readonly leadId: string;
  readonly nonce: string;
}

/** The same, with the lead as it was kept where this call has made it: nobody has told of it before. */
export type PendingNotice = PendingNoticeName & { readonly lead?: Lead };

const PENDING = 'pending-notices/';
const pendingKey = ({ leadId, nonce }: PendingNoticeName) => `${PENDING}${leadId}-${nonce}`;
const PendingRecord = z.object({ since: z.number() });

/** A request is kept within this time, or never. */
const REQUEST_MS = 2 * 60_000;

/** Writes down that the owner has still to be told of the request. `now` in ms. */
export async function addPendingNotice(leads: Store, name: PendingNoticeName, now: number): Promise<void> {
  await leads.put(pendingKey(name), { since: now });
}

/** Takes the note away. */
export async function clearPendingNotice(leads: Store, name: PendingNoticeName): Promise<void> {
  await leads.delete(pendingKey(name));
}

/** Of a lead that is removed nobody is told any more. */
export async function forgetPendingNotices(leads: Store, leadId: string): Promise<void> {
  for (const { key } of await leads.list(`${PENDING}${leadId}-`)) await leads.delete(key);
}

/** The notices that nobody is about to write any more, or of which nobody can read since when. */
export async function listPendingNotices(leads: Store, now: number): Promise<PendingNoticeName[]> {
  const listed = await leads.list(PENDING);
  const unreadable = () => ({ value: { since: 0 } });
  const read = async (key: string) => ({ key, stored: await unlessUnreadable(leads.get(key), unreadable) });
  const records = await Promise.all(listed.map(({ key }) => read(key)));
  return records.flatMap(({ key, stored }) => {
    if (!stored) return [];
    const pending = PendingRecord.safeParse(stored.value);
    if (pending.success && pending.data.since >= now - REQUEST_MS) return [];
    const [leadId = '', ...nonce] = key.slice(PENDING.length).split('-');
    return [{ leadId, nonce: nonce.join('-') }];
  });
}

/**
 * Keeps a consultation request; it is stored when this returns. The same id means the same request again, so a repeat
 * makes no second lead. That the owner is to be told is written before the request, so that no request is kept that
 * nobody hears of; answers the name of that note, which `clearPendingNotice` takes away, and the lead where it is new.
 * `nonce` is unlike that of every other call, since one call must not take away what another has still to write.
 * `now` in ms.
 */
export async function receiveRequest(
  leads: Store,
  request: ConsultationRequest,
  { id, source, now, nonce }: { id: string; source: Lead['source']; now: number; nonce: string },
): Promise<PendingNotice> {
  const pending = { leadId: id, nonce };
  await addPendingNotice(leads, pending, now);
  const lead = await keepLead(leads, { id, request, source, now: new Date(now) });
  return { ...pending, ...(lead && { lead }) };
}
