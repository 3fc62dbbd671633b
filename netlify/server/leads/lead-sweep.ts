import type { Variables } from '#server/env';
import { type Report, type Store, unlessUnreadable } from '#server/storage/port';
import { findLead, type Lead, leadKey } from './lead.ts';
import { listLeads, readLeads, readSnapshot, SNAPSHOT, type Source, writeSnapshot } from './lead-list.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How many days closed leads are kept. `null`: for ever, unless `LEADS_KEEP_DAYS` is a whole number from 1. */
export function readKeepDays(env: Variables): number | null {
  const { LEADS_KEEP_DAYS: days = '' } = env;
  return /^[1-9]\d{0,4}$/.test(days.trim()) ? Number(days) : null;
}

/**
 * Removes closed leads without a coming visit after `keepDays` unchanged days, and writes the snapshot. Answers how
 * many it removed. `now` in ms.
 */
export async function sweepLeads(
  leads: Store,
  { keepDays, now, report }: { keepDays: number | null; now: number; report: Report },
): Promise<number> {
  const listed = keepDays === null ? [] : await listLeads(leads, report);
  const expired = listed.filter((lead) => isOver(lead, keepDays, now));
  let removed = 0;
  for (const { id } of expired) {
    // The owner may have opened it again since the listing.
    const found = await findLead(leads, id);
    if (!found || !isOver(found.lead, keepDays, now)) continue;
    await leads.delete(leadKey(id));
    removed += 1;
  }
  await deleteFormerCopies(leads);
  await keepSnapshot({ leads, report });
  return removed;
}

function isOver({ status, updatedAt, slot }: Lead, keepDays: number | null, now: number): boolean {
  if (keepDays === null) return false;
  const hasVisitAhead = slot !== undefined && Date.parse(slot) > now;
  return status === 'closed' && !hasVisitAhead && Date.parse(updatedAt) < now - keepDays * DAY_MS;
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
async function deleteFormerCopies(leads: Store): Promise<void> {
  const copies = [...(await leads.list('list/')), ...(await leads.list('insights/'))];
  for (const { key } of copies) if (key !== SNAPSHOT) await leads.delete(key);
}
