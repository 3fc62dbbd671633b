import type { Store } from '#server/storage/port';
import { deleteLead, findLead, type Lead } from './lead.ts';
import { listLeads, type Report, writeDigests } from './lead-list.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How many days closed leads are kept; `null`, for ever, unless `LEADS_KEEP_DAYS` is a whole number of at least one. */
export function readKeepDays(env: Readonly<Record<string, string | undefined>>): number | null {
  const { LEADS_KEEP_DAYS: days = '' } = env;
  return /^[1-9]\d{0,4}$/.test(days.trim()) ? Number(days) : null;
}

/**
 * Removes the closed leads that nobody has changed for so many days, unless a visit of theirs is still to come, and keeps
 * the digests of the list. Answers how many it removed. `now` in milliseconds.
 */
export async function sweepLeads(
  leads: Store,
  { keepDays, now, report }: { keepDays: number | null; now: number; report: Report },
): Promise<number> {
  const listed = keepDays === null ? [] : await listLeads(leads, report);
  const expired = listed.filter((lead) => isOver(lead, keepDays, now));
  let removed = 0;
  for (const { id } of expired) {
    // The owner may have opened it again since it was listed.
    const found = await findLead(leads, id);
    if (!found || !isOver(found.lead, keepDays, now)) continue;
    await deleteLead(leads, id);
    removed += 1;
  }
  await writeDigests(leads, report);
  return removed;
}

function isOver({ status, updatedAt, slot }: Lead, keepDays: number | null, now: number): boolean {
  if (keepDays === null) return false;
  const hasVisitAhead = slot !== undefined && Date.parse(slot) > now;
  return status === 'closed' && !hasVisitAhead && Date.parse(updatedAt) < now - keepDays * DAY_MS;
}
