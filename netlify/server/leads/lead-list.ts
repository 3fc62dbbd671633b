import { Lead } from '#lead/lead';
import { setImmediate } from 'node:timers/promises';
import pMap from 'p-map';
import * as z from 'zod/mini';
import type { LeadQuery } from '#contracts/lead-query';
import { type Report, shaped, type Store, UnreadableRecord, unlessUnreadable, writeOver } from '#server/storage/port';
import { untilFirst } from '#server/storage/typed-records';
import { leadKey } from './lead-id.ts';

export interface Source {
  readonly leads: Store;
  readonly report: Report;
}

const Entry = z.object({ etag: z.string(), lead: Lead });
type Entry = z.infer<typeof Entry>;
type Entries = ReadonlyMap<string, Entry>;

/** All leads of one listing. Nobody may modify it: the process keeps it. */
interface LeadList {
  /** Every record, by its key. */
  readonly entries: Entries;
  /** The whole leads, newest first, without those that the owner is removing. */
  readonly leads: readonly Lead[];
  /** The keys of the unreadable records. */
  readonly unreadable: readonly string[];
}

/** The last list of this process. */
const known = new WeakMap<Store, LeadList>();
const READS_AT_ONCE = 64;

/**
 * The stored leads. Reads only the records whose etag has changed; a new process starts from the snapshot. A listing shows
 * every change at once, so no writer invalidates anything.
 * docs/decisions/096-leads-by-their-etags.md
 */
export async function readLeads(source: Source): Promise<LeadList> {
  const { leads } = source;
  const last = known.get(leads);
  const [listed, before] = await Promise.all([leads.list(leadKey('')), last?.entries ?? entriesOfSnapshot(source)]);
  const changed = listed.filter(({ key, etag }) => before.get(key)?.etag !== etag);
  if (last && changed.length === 0 && listed.length === before.size) return last;
  const read = await pMap(changed, async ({ key }) => [key, await readEntry(source, key)] as const, {
    concurrency: READS_AT_ONCE,
  });
  const newest = new Map([...before, ...read]);
  const entries = new Map<string, Entry>();
  const unreadable: string[] = [];
  for (const { key } of listed) {
    const entry = newest.get(key);
    if (entry === 'unreadable') unreadable.push(key);
    else if (entry) entries.set(key, entry);
  }
  const all = [...entries.values()].map(({ lead }) => lead);
  const parts = new Set(all.flatMap(({ also = [] }) => also.map(({ id }) => id)));
  const whole = all.filter(({ id, isRemoving }) => !isRemoving && !parts.has(id)).sort(newestFirst);
  const list = { entries, leads: whole, unreadable };
  known.set(leads, list);
  return list;
}

async function entriesOfSnapshot({ leads, report }: Source): Promise<Entries> {
  const snapshot = await unlessUnreadable(readSnapshot(leads), (error) => {
    report('Reading the snapshot of the leads, which are read one by one,', error);
    return null;
  });
  return snapshot?.entries ?? new Map();
}

/** The lead now; `null` when it is gone. */
async function readEntry({ leads, report }: Source, key: string): Promise<Entry | 'unreadable' | null> {
  return await unlessUnreadable(readRecord(leads, key), (error) => {
    report(`Reading the record ${key}`, error);
    return 'unreadable' as const;
  });
}

/** The lead of this key; `null` if there is none. Throws `UnreadableRecord`, also for another's body. */
export async function readRecord(leads: Store, key: string): Promise<Entry | null> {
  const stored = await leads.get(key);
  if (!stored) return null;
  const lead = shaped(Lead, key, stored.value);
  if (leadKey(lead.id) !== key) throw new UnreadableRecord(`The record ${key} names another lead. Delete it.`);
  return { etag: stored.etag, lead };
}

/**
 * All leads but those that the owner is removing, newest first. Reports an unreadable lead and leaves it out, so that
 * it does not hide the others.
 */
export async function listLeads(leads: Store, report: Report): Promise<readonly Lead[]> {
  return (await readLeads({ leads, report })).leads;
}

const LONGEST_AMOUNT = 12;

/** What an order looks at, so that a lead without it comes last; `''`: newest first. */
const firstBy: Record<LeadQuery['order'], (lead: Lead) => string> = {
  '': () => '',
  followUp: ({ followUp }) => `${followUp ?? '9999-12-31'}_`,
  amount: ({ amount = 0 }) => `${amount.toFixed(2).padStart(LONGEST_AMOUNT, '0')}_`,
};

/**
 * The leads, which are newest first, in the order of the query, and behind the cursor `after` of that order. `cursorOf`: a
 * lead's place in the order.
 */
export function inOrder<Of extends Lead>(leads: readonly Of[], { order, after }: Pick<LeadQuery, 'order' | 'after'>) {
  const cursorOf = (lead: Of) => `${firstBy[order](lead)}${lead.createdAt}_${lead.id}`;
  const isUp = order === 'followUp';
  const placed = leads.map((lead) => ({ lead, place: cursorOf(lead) }));
  const isFirst = (one: string, other: string) => (isUp ? one < other : one > other);
  if (order) placed.sort((one, other) => (isFirst(one.place, other.place) ? -1 : 1));
  const found = after ? placed.filter(({ place }) => isFirst(after, place)) : placed;
  return { found: found.map(({ lead }) => lead), cursorOf };
}

function newestFirst(one: Lead, other: Lead): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** The leads and their etags at the last sweep. A new process starts from it and reads few records. */
export const SNAPSHOT = 'list/snapshot';
/** Its entries are parsed one by one. */
const AnyEntries = z.array(z.unknown());
export const Snapshot = z.array(Entry);
const PARSED_AT_ONCE = 500;

/** The snapshot and the version of its record; `null` when there is none. Throws `UnreadableRecord`. */
export async function readSnapshot(leads: Store): Promise<{ entries: Map<string, Entry>; etag: string } | null> {
  const stored = await leads.get(SNAPSHOT);
  if (!stored) return null;
  const entries = new Map<string, Entry>();
  for (const value of shaped(AnyEntries, SNAPSHOT, stored.value)) {
    const entry = shaped(Entry, SNAPSHOT, value);
    entries.set(leadKey(entry.lead.id), entry);
    // Ten thousand leads take as long to parse as to list. The pause lets the next page of keys be asked for.
    if (entries.size % PARSED_AT_ONCE === 0) await setImmediate();
  }
  return { entries, etag: stored.etag };
}

/** Writes the snapshot over version `etag`, or a new one. `false`: another process wrote first. */
async function writeSnapshot(leads: Store, entries: Entries, etag: string | undefined): Promise<boolean> {
  return (await writeOver(leads, SNAPSHOT, [...entries.values()], etag)) !== null;
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

/** Deletes the copies of removed leads, once their records are gone. The next sweep removes those that this call cannot. */
export async function deleteFromSnapshot(leads: Store, ids: readonly string[]): Promise<void> {
  await untilFirst(SNAPSHOT, async () => {
    const snapshot = await unlessUnreadable(readSnapshot(leads), () => 'damaged' as const);
    // A damaged one may hold the lead's words all the same.
    if (snapshot === 'damaged') return await leads.delete(SNAPSHOT).then(() => null);
    const gone = ids.map(leadKey).filter((key) => snapshot?.entries.has(key));
    if (!snapshot || gone.length === 0) return null;
    for (const key of gone) snapshot.entries.delete(key);
    return (await writeSnapshot(leads, snapshot.entries, snapshot.etag)) || undefined;
  });
}
