import * as z from 'zod/mini';
import { atMost } from '#server/storage/at-most';
import type { Store } from '#server/storage/port';
import { Lead, leadKey } from './lead.ts';

/** An id is a hash in hexadecimal, so its first sign parts the leads evenly. */
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
  const book = bookOf(leads);
  const parts = await Promise.all(PARTS.map((part) => readPart({ leads, report }, part, book.parts.get(part))));
  const isSame = parts.every((entries, place) => entries === book.parts.get(PARTS[place] ?? ''));
  if (book.sorted && isSame) return book.sorted;
  PARTS.forEach((part, place) => void book.parts.set(part, parts[place] ?? new Map()));
  book.sorted = parts.flatMap((entries) => [...entries.values()].map(({ lead }) => lead)).sort(newestFirst);
  return book.sorted;
}

/** Orders leads as every list of them is ordered; the id decides between those of one millisecond. */
function newestFirst(one: Lead, other: Lead): number {
  return placeOf(one) < placeOf(other) ? 1 : -1;
}

/** Where a lead stands in the order: a later one has the greater text. */
export function placeOf({ createdAt, id }: Lead): string {
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
      const entries = await readPart({ leads, report }, part, digest);
      if (entries === digest) return false;
      await leads.put(digestKey(part), [...entries.values()]);
      return true;
    }),
  );
  return written.filter(Boolean).length;
}

function bookOf(leads: Store): Known {
  const book = known.get(leads) ?? { parts: new Map(), sorted: null };
  known.set(leads, book);
  return book;
}

/** The part as its records are now; `before` itself when nothing has changed. */
async function readPart({ leads, report }: Source, part: string, before: Entries | undefined): Promise<Entries> {
  const [listed, seen] = await Promise.all([leads.list(`leads/${part}`), before ?? readDigest(leads, part)]);
  const isChanged = ({ key, etag }: { key: string; etag: string }) => seen.get(idOf(key))?.etag !== etag;
  const changed = listed.filter(isChanged);
  if (changed.length === 0 && listed.length === seen.size) return seen;
  const read = await atMost(READS_AT_ONCE, changed, ({ key }) => readEntry({ leads, report }, key));
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
  const stored = await leads.get(key);
  if (!stored) return null;
  const lead = Lead.safeParse(stored.value);
  if (!lead.success) report(`Reading the lead ${key}`, lead.error);
  return lead.success ? { etag: stored.etag, lead: lead.data } : null;
}

/** One that was written by another version of this code counts as none. */
async function readDigest(leads: Store, part: string): Promise<Entries> {
  const digest = Digest.safeParse((await leads.get(digestKey(part)))?.value);
  return new Map(digest.success ? digest.data.map((entry) => [entry.lead.id, entry]) : []);
}
