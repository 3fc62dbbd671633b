import * as z from 'zod/mini';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { MINUTE } from '#lib/time/units';
import { changeLead, keepLead, type Lead, type NewLead } from './lead.ts';
import { isRemoved } from './removed.ts';

/**
 * A process may die between storing a request and its notice, and the owner would never see the request. So this record
 * is written before the request, and goes once the notice is in the outbox.
 */
export interface PendingNoticeName {
  readonly leadId: string;
  readonly nonce: string;
}

/** With the lead if this call created it, so that no notice was sent before. */
export type PendingNotice = PendingNoticeName & { readonly lead?: Lead };

export const PENDING = 'pending-notices/';
const pendingKey = ({ leadId, nonce }: PendingNoticeName) => `${PENDING}${leadId}-${nonce}`;
export const PendingRecord = z.object({ since: z.number() });

/** ms. A request is stored within this time, or never. */
const REQUEST_MS = 2 * MINUTE;

const OUTCOME = 'outcome-';
/** The note is of an outcome that a program is to be told, not of a request. */
export const isOfOutcome = ({ nonce }: PendingNoticeName) => nonce.startsWith(OUTCOME);

/** The same for what the owner makes of a lead: written before the change. `nonce` differs in every call; `now` in ms. */
export async function addPendingOutcome(leads: Store, leadId: string, nonce: string, now: number) {
  const pending = { leadId, nonce: OUTCOME + nonce };
  await addPendingNotice(leads, pending, now);
  return pending;
}

/** Notes that the owner must still be told of the request. `now` in ms. */
async function addPendingNotice(leads: Store, name: PendingNoticeName, now: number): Promise<void> {
  await leads.put(pendingKey(name), { since: now });
}

export async function clearPendingNotice(leads: Store, name: PendingNoticeName): Promise<void> {
  await leads.delete(pendingKey(name));
}

/**
 * The requests that nobody has opened, one record each, named by the lead: written before the pending notice goes. It goes
 * once the lead is opened or gone, or all is told. `after`: the minutes of what was told last.
 */
export const UNOPENED = 'unopened/';
export const Unopened = z.object({ after: z.number() });

export async function noteUnopened(leads: Store, leadId: string): Promise<void> {
  await leads.create(UNOPENED + leadId, { after: 0 });
}

export async function forgetPendingNotices(leads: Store, leadId: string): Promise<void> {
  await leads.delete(UNOPENED + leadId);
  for (const { key } of await leads.list(`${PENDING}${leadId}-`)) await leads.delete(key);
}

/** Old notes, whose process no longer writes the notice, and unreadable ones. `now` in ms. */
export async function listPendingNotices(leads: Store, now: number): Promise<PendingNoticeName[]> {
  const listed = await leads.list(PENDING);
  const unreadable = () => ({ value: { since: 0 } });
  const read = async (key: string) => ({ key, stored: await unlessUnreadable(leads.get(key), unreadable) });
  const records = await Promise.all(listed.map(({ key }) => read(key)));
  return records.flatMap(({ key, stored }) => {
    if (!stored) return [];
    const pending = PendingRecord.safeParse(stored.value);
    // One that a clock wrote that was ahead is as old as any.
    if (pending.success && Math.abs(now - pending.data.since) <= REQUEST_MS) return [];
    const [leadId = '', ...nonce] = key.slice(PENDING.length).split('-');
    return [{ leadId, nonce: nonce.join('-') }];
  });
}

/**
 * Stores a consultation request under the first of the ids that is not of a removed lead; a repeat makes no second lead.
 * Writes the note first, so that no request stays unseen. Answers the note for `clearPendingNotice`, with the lead if it
 * is new. `nonce` differs in every call: no call clears another's note. `now` in ms.
 */
export async function receiveRequest(
  leads: Store,
  request: NewLead['request'],
  { ids, source, now, nonce }: { ids: Iterable<string>; source: NewLead['source']; now: number; nonce: string },
): Promise<PendingNotice> {
  for (const id of ids) {
    const pending = { leadId: id, nonce };
    const [isGone] = await Promise.all([isRemoved(leads, id), addPendingNotice(leads, pending, now)]);
    const kept = isGone ? 'removed' : await keepLead(leads, { id, request, source, now: new Date(now) });
    if (kept !== 'removed') return { ...pending, ...(kept !== 'known' && { lead: kept }) };
    await clearPendingNotice(leads, pending);
  }
  throw new Error('Every id of this request is of a removed lead');
}

/**
 * Changes a stored request. Writes the note first, as `receiveRequest` does. `null` if `change` leaves the lead as it
 * is, or the lead is gone. `now` in ms.
 */
export async function rewordRequest(
  leads: Store,
  pending: PendingNoticeName,
  change: (lead: Lead) => Lead,
  now: number,
): Promise<{ readonly before: Lead; readonly after: Lead } | null> {
  await addPendingNotice(leads, pending, now);
  const changed = await changeLead(leads, pending.leadId, change);
  if (changed && changed.after !== changed.before) return changed;
  await clearPendingNotice(leads, pending);
  return null;
}
