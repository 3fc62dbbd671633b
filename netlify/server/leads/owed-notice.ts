import * as z from 'zod/mini';
import type { Store } from '#server/storage/port';

/**
 * A request and the notice of it are two records, and a death may come between their writings. So that no request stays
 * unseen, `owed/<lead>` is written together with the request and goes when the notice is in the outbox.
 */
const owedKey = (leadId: string) => `owed/${leadId}`;
const Owed = z.object({ since: z.number() });

/** A request is kept within this time, or never. */
const SETTLED_MS = 2 * 60_000;

/** Writes down that the owner is owed a notice of the request. `now` in ms. */
export async function oweNotice(leads: Store, leadId: string, now: number): Promise<void> {
  await leads.put(owedKey(leadId), { since: now });
}

export async function noLongerOwed(leads: Store, leadId: string): Promise<void> {
  await leads.delete(owedKey(leadId));
}

/** The leads whose notices nobody is about to write any more. */
export async function listOwed(leads: Store, now: number): Promise<string[]> {
  const listed = await leads.list(owedKey(''));
  const records = await Promise.all(listed.map(async ({ key }) => ({ key, stored: await leads.get(key) })));
  return records.flatMap(({ key, stored }) => {
    const owed = Owed.safeParse(stored?.value);
    return owed.success && owed.data.since < now - SETTLED_MS ? [key.slice(owedKey('').length)] : [];
  });
}
