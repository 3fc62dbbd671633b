import * as z from 'zod/mini';
import pMap from 'p-map';
import { type Listed, type Store, unlessUnreadable } from '#server/storage/port';
import { deleteLead, findLead, Lead, leadKey } from './lead.ts';
import { keepTallies } from './tallies.ts';

/** An id is a hash in hexadecimal, so its first digit parts the leads evenly. */
const PARTS = [...'0123456789abcdef'];
const READS_AT_ONCE = 64;
const digestKey = (part: string) => `digests/${part}`;

/** The leads of one part as they were when it was written, each with the etag of the record that it was read from. */
const Digest = z.array(z.object({ etag: z.string(), lead: Lead }));

interface Entry {
  readonly etag: string;
  readonly lead: Lead;
}
type Entries = ReadonlyMap<string, Entry>;

/** Told of what cannot be listed. */
export type Report = (what: string, error: unknown) => void;

interface Source {
  readonly leads: Store;
  readonly report: Report;
}

interface Known {
  readonly parts: Map<string, Entries>;
  /** All of them in order, as long as no part has changed. */
  sorted: readonly Lead[] | null;
}

const known = new WeakMap<Store, Known>();

/**
 * Every lead, newest first. What counts are the records, listed anew each time; one is read again only when its etag
 * has changed since this process, or else the digest of its part, last saw it. So ten thousand leads cost a process
 * that has just started sixteen listings and sixteen digests side by side, and whatever changed since those were written.
 * A record that is no lead is left out and told to `report`: it must not hide the others.
 */
export async function listLeads(leads: Store, report: Report): Promise<readonly Lead[]> {
  const cache = knownOf(leads);
  const listing = listingOf(leads, cache);
  const parts = await Promise.all(
    PARTS.map((part) => readPart({ leads, report }, part, cache.parts.get(part), listing(part))),
  );
  const isSame = parts.every((entries, index) => entries === cache.parts.get(PARTS[index] ?? ''));
  if (cache.sorted && isSame) return cache.sorted;
  PARTS.forEach((part, index) => void cache.parts.set(part, parts[index] ?? new Map()));
  cache.sorted = parts.flatMap((entries) => [...entries.values()].map(({ lead }) => lead)).sort(newestFirst);
  return cache.sorted;
}

/** As many keys as the platform's storage lists in one answer, with room for those that come. */
const LISTED_AT_ONCE = 900;

/** Lists the records of one part. Few leads are listed all at once, and very many in parts, side by side. */
function listingOf(leads: Store, { sorted }: Known): (part: string) => Promise<readonly Listed[]> {
  if (!sorted || sorted.length > LISTED_AT_ONCE) return (part) => leads.list(leadKey(part));
  const whole = leads.list(leadKey('')).then((all) => Map.groupBy(all, ({ key }) => idOf(key).slice(0, 1)));
  return async (part) => (await whole).get(part) ?? [];
}

/** Orders leads as every list of them is ordered; the id decides between those of one millisecond. */
function newestFirst(one: Lead, other: Lead): number {
  return cursorOf(one) < cursorOf(other) ? 1 : -1;
}

/** Where a lead stands in the order: a later one has the greater text. */
export function cursorOf({ createdAt, id }: Lead): string {
  return `${createdAt}_${id}`;
}

/**
 * Writes the digests of the parts in which anything has changed. Answers how many it wrote. A digest is never more than
 * a copy to read from: one that is old, or that two sweeps wrote over each other, only costs its reader some more reads.
 * What was removed is in none of them when this returns.
 */
export async function writeDigests(leads: Store, report: Report): Promise<number> {
  const written = await Promise.all(
    PARTS.map(async (part) => {
      const digest = await readDigest(leads, part);
      const entries = await readPart({ leads, report }, part, digest, leads.list(leadKey(part)));
      if (entries === digest) return false;
      await leads.put(digestKey(part), [...entries.values()]);
      return true;
    }),
  );
  return written.filter(Boolean).length;
}

function knownOf(leads: Store): Known {
  const cache = known.get(leads) ?? { parts: new Map(), sorted: null };
  known.set(leads, cache);
  return cache;
}

/** The part as its records are now; `before` itself when nothing has changed. */
async function readPart(
  { leads, report }: Source,
  part: string,
  before: Entries | undefined,
  listing: Promise<readonly Listed[]>,
): Promise<Entries> {
  const [listed, seen] = await Promise.all([listing, before ?? readDigest(leads, part)]);
  const isChanged = ({ key, etag }: { key: string; etag: string }) => seen.get(idOf(key))?.etag !== etag;
  const changed = listed.filter(isChanged);
  if (changed.length === 0 && listed.length === seen.size) return seen;
  const read = await pMap(changed, ({ key }) => readEntry({ leads, report }, key), { concurrency: READS_AT_ONCE });
  const fresh = new Map(read.flatMap((entry) => (entry ? [[entry.lead.id, entry] as const] : [])));
  return new Map(
    listed.flatMap(({ key, etag }) => {
      const old = seen.get(idOf(key));
      const entry = old?.etag === etag ? old : fresh.get(idOf(key));
      return entry ? [[idOf(key), entry] as const] : [];
    }),
  );
}

function idOf(key: string): string {
  return key.slice(leadKey('').length);
}

async function readEntry({ leads, report }: Source, key: string): Promise<Entry | null> {
  const stored = await unlessUnreadable(leads.get(key), (error) => void report(`Reading the lead ${key}`, error));
  if (!stored) return null;
  const lead = Lead.safeParse(stored.value);
  if (!lead.success) report(`Reading the lead ${key}`, lead.error);
  return lead.success ? { etag: stored.etag, lead: lead.data } : null;
}

/** One that was written by another version of this code, or that cannot be read, counts as none. */
async function readDigest(leads: Store, part: string): Promise<Entries> {
  const digest = Digest.safeParse((await unlessUnreadable(leads.get(digestKey(part)), () => null))?.value);
  return new Map(digest.success ? digest.data.map((entry) => [entry.lead.id, entry]) : []);
}

const DAY_MS = 24 * 60 * 60_000;

/** How many days closed leads are kept; `null`, for ever, unless `LEADS_KEEP_DAYS` is a whole number of at least one. */
export function readKeepDays(env: Readonly<Record<string, string | undefined>>): number | null {
  const { LEADS_KEEP_DAYS: days = '' } = env;
  return /^[1-9]\d{0,4}$/.test(days.trim()) ? Number(days) : null;
}

/**
 * Removes the closed leads that nobody has changed for so many days, unless a visit of theirs is still to come, and keeps
 * the digests of the list and the tallies of the figures. Answers how many it removed. `now` in milliseconds.
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
  await keepTallies(leads, await listLeads(leads, report), now);
  return removed;
}

function isOver({ status, updatedAt, slot }: Lead, keepDays: number | null, now: number): boolean {
  if (keepDays === null) return false;
  const hasVisitAhead = slot !== undefined && Date.parse(slot) > now;
  return status === 'closed' && !hasVisitAhead && Date.parse(updatedAt) < now - keepDays * DAY_MS;
}
