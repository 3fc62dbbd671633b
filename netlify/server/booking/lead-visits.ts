import type { Lead } from '#server/leads/lead';
import { atMost } from '#server/storage/at-most';
import type { Store } from '#server/storage/port';
import { isTaken } from './slot-record.ts';
import { readSlot } from './slot-store.ts';

const READS_AT_ONCE = 64;

/**
 * The starts of the visits that the leads really have, by the leads' ids. A lead's pointer alone does not tell: it may
 * point at a slot that another visitor was faster to take, so the slot's record is asked. `now` in milliseconds.
 */
export async function visitsOf(
  calendar: Store,
  leads: readonly Lead[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const visits = await atMost(READS_AT_ONCE, leads, async ({ id, slot }) => {
    if (!slot) return [];
    const { record } = await readSlot(calendar, Date.parse(slot));
    const isTheirs = record && record.state !== 'free' && record.lead === id && isTaken(record, now);
    return isTheirs && record.state !== 'undoing' ? [[id, slot] as const] : [];
  });
  return new Map(visits.flat());
}
