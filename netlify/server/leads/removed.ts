import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isThere, readAll, type Store } from '#server/storage/port';
import { DAY } from '#lib/time/units';

/**
 * A removed lead leaves this note, so that its id is never used again: the old link to its visit must not open what the
 * same browser sends later. The note names the lead by a hash of its id and holds nothing personal.
 */
export const REMOVED = 'removed/';
export const Removed = z.object({ at: z.number() });

export function removedName(id: string): string {
  return createHash('sha256').update(`removed-lead\n${id}`).digest('hex').slice(0, 32);
}

/** `now` in ms. */
export async function noteRemoved(leads: Store, id: string, now: number): Promise<void> {
  await leads.put(REMOVED + removedName(id), { at: now });
}

export function isRemoved(leads: Store, id: string): Promise<boolean> {
  return isThere(leads, REMOVED + removedName(id));
}

/** ms. A browser repeats a request that did not arrive for 30 days, always with the same key. */
const KEPT_MS = 90 * DAY;

/** Deletes notes whose key nobody repeats any more. `now` in ms. */
export async function sweepRemoved(leads: Store, now: number): Promise<void> {
  for (const { key, value } of await readAll(leads, REMOVED, Removed)) {
    if (value.at < now - KEPT_MS) await leads.delete(key);
  }
}
