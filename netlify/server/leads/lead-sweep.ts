import { isEnded } from '#contracts/lead-status';
import type { Variables } from '#server/env';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { DAY } from '#lib/time/units';
import type { Lead } from './lead.ts';
import { readLeads, readSnapshot, SNAPSHOT, type Source, writeSnapshot } from './lead-list.ts';

/** How many days closed leads are kept. `null`: for ever, unless `LEADS_KEEP_DAYS` is a whole number from 1. */
export function readKeepDays(env: Variables): number | null {
  const { LEADS_KEEP_DAYS: days = '' } = env;
  return /^[1-9]\d{0,4}$/.test(days.trim()) ? Number(days) : null;
}

/** True for an ended lead (won, lost or closed) without a coming visit that nobody has changed for `keepDays`. `now` in ms. */
export function hasRunOut({ status, updatedAt, slot }: Lead, keepDays: number | null, now: number): boolean {
  if (keepDays === null) return false;
  const hasVisitAhead = slot !== undefined && Date.parse(slot) > now;
  return isEnded({ status }) && !hasVisitAhead && Date.parse(updatedAt) < now - keepDays * DAY;
}

const MAX_TRIES = 4;

/** Writes the snapshot until it agrees with the leads: somebody may remove one after the listing. */
export async function keepSnapshot(source: Source): Promise<void> {
  const { leads } = source;
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const before = await unlessUnreadable(readSnapshot(leads), () => 'damaged' as const);
    if (before === 'damaged') {
      await leads.delete(SNAPSHOT);
      continue;
    }
    const { entries } = await readLeads(source);
    const kept = [...(before?.entries ?? [])];
    if (kept.length === entries.size && kept.every(([key, { etag }]) => entries.get(key)?.etag === etag)) return;
    await writeSnapshot(leads, entries, before?.etag);
  }
}

/**
 * Until December 2026 the site kept other copies of the leads here. They hold visitors' words, and no code reads them.
 */
export async function deleteFormerCopies(leads: Store): Promise<void> {
  const copies = [...(await leads.list('list/')), ...(await leads.list('insights/'))];
  for (const { key } of copies) if (key !== SNAPSHOT) await leads.delete(key);
}
