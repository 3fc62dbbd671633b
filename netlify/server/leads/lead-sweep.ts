import type { Variables } from '#server/env';
import type { Store } from '#server/storage/port';
import {
  copyChanges,
  countLeads,
  deleteLead,
  type Entry,
  HEAD,
  type Head,
  monthKey,
  monthOf,
  MONTHS,
  readHead,
  readMonth,
  type Report,
} from './month-records.ts';
import { listChangeNotes } from './changes.ts';
import { findLead, type Lead } from './lead.ts';
import { LISTED_AT_ONCE, listLeads, readLive } from './lead-list.ts';
import { keepTallies } from './tallies.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How many days closed leads are kept; `null`, for ever, unless `LEADS_KEEP_DAYS` is a whole number of at least one. */
export function readKeepDays(env: Variables): number | null {
  const { LEADS_KEEP_DAYS: days = '' } = env;
  return /^[1-9]\d{0,4}$/.test(days.trim()) ? Number(days) : null;
}

/**
 * Removes the closed leads that nobody has changed for so many days, unless a visit of theirs is still to come, and keeps
 * the copies of the list and the tallies of the figures. Answers how many it removed. `now` in milliseconds.
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
    await deleteLead(leads, found.lead);
    removed += 1;
  }
  await copyChanges(leads);
  await keepMonths(leads, report);
  await keepTallies(leads, await listLeads(leads, report), now);
  return removed;
}

function isOver({ status, updatedAt, slot }: Lead, keepDays: number | null, now: number): boolean {
  if (keepDays === null) return false;
  const hasVisitAhead = slot !== undefined && Date.parse(slot) > now;
  return status === 'closed' && !hasVisitAhead && Date.parse(updatedAt) < now - keepDays * DAY_MS;
}

/** ms. No call lives as long, so nobody changes a lead any more after a note that is older. */
const CHANGE_MS = 5 * 60_000;
const MAX_TRIES = 4;

/**
 * Makes the copies of all months as the leads are, whatever has become of them. Of very many leads it is noted then that
 * the copies are kept: from there on each change of a lead is copied, and lists read the copies. That is noted before
 * the leads are listed, so that no change falls between. Notes that a death has left go when the copies are right.
 */
export async function keepMonths(leads: Store, report: Report): Promise<void> {
  const notes = await listChangeNotes(leads);
  const head = await readHead(leads);
  const written = await writeMonths(leads, report);
  if (!written) return;
  const isKept = head !== null || written.count > LISTED_AT_ONCE;
  if (isKept && !head) {
    await leads.put(HEAD, { isReady: false, months: {} } satisfies Head);
    return await keepMonths(leads, report);
  }
  if (isKept) await leads.put(HEAD, { isReady: true, months: written.months } satisfies Head);
  const old = notes.filter(({ at }) => at < Date.now() - CHANGE_MS);
  for (const { key } of old) await leads.delete(key);
}

/** `null` where others were faster each time. */
async function writeMonths(leads: Store, report: Report): Promise<{ count: number; months: Head['months'] } | null> {
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    // The copies first: one that changes after that is written over by nobody.
    const listed = await leads.list(MONTHS);
    const copies = new Map(
      await Promise.all(
        listed.map(async ({ key, etag }) => {
          const month = key.slice(MONTHS.length);
          return [month, { etag, stored: await readMonth(leads, month) }] as const;
        }),
      ),
    );
    const { entries } = await readLive({ leads, report });
    const right = Map.groupBy(entries.values(), ({ lead }) => monthOf(lead));
    const names = [...new Set([...copies.keys(), ...right.keys()])];
    const etags = await Promise.all(
      names.map((month) => writeMonth(leads, month, copies.get(month), right.get(month))),
    );
    if (!etags.every((etag) => etag !== null)) continue;
    const counted = names.map((month, index) => {
      const counts = countLeads((right.get(month) ?? []).map(({ lead }) => lead));
      return [month, { ...counts, etag: etags[index] ?? '' }] as const;
    });
    return { count: entries.size, months: Object.fromEntries(counted) };
  }
  return null;
}

interface Copy {
  readonly etag: string;
  readonly stored: Awaited<ReturnType<typeof readMonth>>;
}

/** Writes the month over exactly the copy that was read, where it is another. The etag, or `null` when it has changed. */
async function writeMonth(
  leads: Store,
  month: string,
  copy: Copy | undefined,
  right: readonly Entry[] = [],
): Promise<string | null> {
  const key = monthKey(month);
  if (!copy?.stored) return await leads.create(key, right);
  if (copy.stored === 'damaged') return await leads.put(key, right);
  const { entries, etag } = copy.stored;
  const versions = new Map(entries.map((entry) => [entry.lead.id, entry.etag]));
  const isSame = entries.length === right.length && right.every((one) => versions.get(one.lead.id) === one.etag);
  return isSame ? etag : await leads.replace(key, right, etag);
}
