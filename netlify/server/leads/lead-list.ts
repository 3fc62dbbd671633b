import pMap from 'p-map';
import type { LeadStatus } from '#contracts/lead';
import type { Listed, Store } from '#server/storage/port';
import { listChangeNotes } from './changes.ts';
import { type Lead, leadKey } from './lead.ts';
import {
  type Counts,
  countLeads,
  type Entry,
  type Head,
  MONTHS,
  monthOf,
  READS_AT_ONCE,
  readEntry,
  readHead,
  readMonth,
  type Report,
} from './month-records.ts';
import { listPendingLeads } from './pending-notices.ts';

/** As many keys as the platform's storage lists in one answer, with room for those that come. */
export const LISTED_AT_ONCE = 900;

/** The leads, and who is told of what cannot be listed. */
export interface Source {
  readonly leads: Store;
  readonly report: Report;
}

/** The leads that came in within one month. */
interface Month {
  readonly month: string;
  /** `null` where they must be loaded to be counted. */
  readonly counts: Counts | null;
  /** Newest first. */
  load(): Promise<readonly Lead[]>;
}

interface KnownMonth {
  readonly etag: string;
  readonly entries: readonly Entry[];
  readonly leads: readonly Lead[];
  readonly counts: Counts;
}

/** What this process has seen. */
interface Known {
  head: Head | null;
  readonly months: Map<string, KnownMonth>;
  live: { readonly entries: ReadonlyMap<string, Entry>; readonly months: readonly Month[] } | null;
}

const known = new WeakMap<Store, Known>();

function knownOf(leads: Store): Known {
  const seen = known.get(leads) ?? { head: null, months: new Map(), live: null };
  known.set(leads, seen);
  return seen;
}

/** Every lead, newest first. One that cannot be read is left out and told to `report`: it must not hide the others. */
export async function listLeads(leads: Store, report: Report): Promise<readonly Lead[]> {
  return await readList({ leads, report }, async (months) =>
    (await Promise.all(months.map(({ load }) => load()))).flat(),
  );
}

/** Of all leads, newest first, those that a page shows, and one more where there is one. */
interface Newest {
  readonly found: readonly Lead[];
  readonly matching: number;
  readonly total: number;
}

/** The newest leads of that status ('' for every one) behind `after`. Reads the months that it shows, and no others. */
export async function newestLeads(
  source: Source,
  { status, after, max }: { readonly status: LeadStatus | ''; readonly after: string; readonly max: number },
): Promise<Newest> {
  const isShown = (lead: Lead) => !lead.isRemoving && (!status || lead.status === status);
  return await readList(source, async (months) => {
    await Promise.all(months.map(async ({ counts, load }) => void (counts ?? (await load()))));
    const found: Lead[] = [];
    let [matching, total] = [0, 0];
    for (const { month, counts, load } of months) {
      const isWanted = found.length <= max && !(after && month > after.slice(0, month.length));
      const inMonth = counts && (!isWanted || matchingOf(counts.statuses, status) === 0) ? null : await load();
      const shown = inMonth?.filter(isShown) ?? [];
      if (isWanted) found.push(...shown.filter((lead) => !after || cursorOf(lead) < after));
      const ofMonth = counts ?? countLeads(inMonth ?? []);
      [matching, total] = [matching + matchingOf(ofMonth.statuses, status), total + ofMonth.total];
    }
    return { found: found.slice(0, max + 1), matching, total };
  });
}

function matchingOf(statuses: Counts['statuses'], status: LeadStatus | ''): number {
  if (status) return statuses[status] ?? 0;
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

/** Where a lead stands in the order: a later one has the greater text. */
export function cursorOf({ createdAt, id }: Pick<Lead, 'createdAt' | 'id'>): string {
  return `${createdAt}_${id}`;
}

/** The order of `cursorOf`, without making its texts for each comparison. */
function newestFirst(one: Lead, other: Lead): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** A month's copy that should be there and is not, or that nobody can read. */
class DamagedMonth extends Error {}

function unlessDamaged(error: unknown): null {
  if (error instanceof DamagedMonth) return null;
  throw error;
}

/**
 * Does the work over the list's months, the newest first. Few leads are listed as their records are at this moment, and
 * so are those whose copies are not kept, or damaged. Of very many the copies are read.
 */
async function readList<Outcome>(
  source: Source,
  work: (months: readonly Month[]) => Promise<Outcome>,
): Promise<Outcome> {
  const { leads, report } = source;
  const seen = knownOf(leads);
  const isFew = seen.live !== null && seen.live.entries.size <= LISTED_AT_ONCE;
  try {
    const kept = isFew ? null : await keptMonths(source, seen);
    if (kept) return await work(kept);
  } catch (error) {
    if (!(error instanceof DamagedMonth)) throw error;
    report('Reading the list of leads, which is made of the leads themselves until the next sweep-leads,', error);
  }
  return await work((await readLive(source)).months);
}

/**
 * The leads as their records are, listed anew; one is read again only when its etag is another than this process, or
 * else the copy of its month, last saw.
 */
export async function readLive({ leads, report }: Source) {
  const seen = knownOf(leads);
  const [listed, before] = await Promise.all([leads.list(leadKey('')), seen.live?.entries ?? copiesOf(leads, seen)]);
  const isChanged = ({ key, etag }: Listed) => before.get(idOf(key))?.etag !== etag;
  const changed = listed.filter(isChanged);
  if (seen.live && changed.length === 0 && listed.length === before.size) return seen.live;
  const read = await pMap(changed, ({ key }) => readEntry(leads, key, report), { concurrency: READS_AT_ONCE });
  const fresh = new Map(read.flatMap((entry) => (entry ? [[entry.lead.id, entry] as const] : [])));
  const entries = new Map(
    listed.flatMap((one) => {
      const id = idOf(one.key);
      const entry = isChanged(one) ? fresh.get(id) : before.get(id);
      return entry ? [[id, entry] as const] : [];
    }),
  );
  const months = Map.groupBy(entries.values(), ({ lead }) => monthOf(lead));
  seen.live = { entries, months: inOrder([...months].map(([month, of]) => loaded(month, sortedLeads(of)))) };
  return seen.live;
}

function idOf(key: string): string {
  return key.slice(leadKey('').length);
}

/** What the copies say, at whatever version: whether that is the newest is for the reader to see. */
async function copiesOf(leads: Store, seen: Known): Promise<ReadonlyMap<string, Entry>> {
  const listed = await leads.list(MONTHS);
  const months = await pMap(listed, (one) => loadMonth(leads, seen, one).catch(unlessDamaged), {
    concurrency: READS_AT_ONCE,
  });
  return new Map(months.flatMap((month) => month?.entries.map((entry) => [entry.lead.id, entry] as const) ?? []));
}

/**
 * The months as they are kept, or `null` where they are not. What has changed since is found by the notes: these are
 * listed first, since a note goes only once the copy is new. Of the months only those are read that must be.
 */
async function keptMonths({ leads, report }: Source, seen: Known): Promise<readonly Month[] | null> {
  const [head, notes, pending] = await Promise.all([
    seen.head ?? readHead(leads),
    listChangeNotes(leads),
    listPendingLeads(leads),
  ]);
  if (!head?.isReady) return null;
  seen.head = head;
  const ids = new Set([...notes.map(({ id }) => id), ...pending]);
  const [listed, noted] = await Promise.all([
    leads.list(MONTHS),
    pMap(ids, async (id) => [id, await readEntry(leads, leadKey(id), report)] as const, { concurrency: READS_AT_ONCE }),
  ]);
  const there = new Map(listed.map((one) => [one.key.slice(MONTHS.length), one]));
  const missing = Object.keys(head.months).find((month) => !there.has(month));
  if (missing) throw new DamagedMonth(`There is no copy of the leads of ${missing}`);
  const isGone = noted.some(([id, entry]) => !entry && notes.some((note) => note.id === id));
  const newer = new Map(noted.map(([id, entry]) => [id, entry?.lead ?? null]));
  const touched = new Set([...newer.values()].flatMap((lead) => (lead ? [monthOf(lead)] : [])));
  const months = [...new Set([...there.keys(), ...touched])].map((month): Month => {
    const one = there.get(month);
    const load = async () => (one ? (await loadMonth(leads, seen, one)).leads : []);
    // In which month one stood that has gone nobody knows.
    if (isGone || touched.has(month)) {
      return { month, counts: null, load: async () => withNewer(await load(), month, newer) };
    }
    return { month, counts: countsOf(seen, month, one?.etag), load };
  });
  return inOrder(months);
}

function withNewer(copies: readonly Lead[], month: string, newer: ReadonlyMap<string, Lead | null>): readonly Lead[] {
  const fresh = [...newer.values()].filter((lead) => lead !== null && monthOf(lead) === month) as Lead[];
  return [...copies.filter(({ id }) => !newer.has(id)), ...fresh].sort(newestFirst);
}

function countsOf(seen: Known, month: string, etag: string | undefined): Counts | null {
  const counted = seen.head?.months[month];
  if (counted && counted.etag === etag) return counted;
  const loadedMonth = seen.months.get(month);
  return loadedMonth && loadedMonth.etag === etag ? loadedMonth.counts : null;
}

/** The month at the version that was listed, or a newer one. */
async function loadMonth(leads: Store, seen: Known, { key, etag }: Listed): Promise<KnownMonth> {
  const month = key.slice(MONTHS.length);
  const before = seen.months.get(month);
  if (before?.etag === etag) return before;
  const stored = await readMonth(leads, month);
  if (!stored || stored === 'damaged') throw new DamagedMonth(`The copy of the leads of ${month} cannot be read`);
  const sorted = sortedLeads(stored.entries);
  const read = { ...stored, leads: sorted, counts: countLeads(sorted) };
  seen.months.set(month, read);
  return read;
}

function sortedLeads(entries: readonly Entry[]): Lead[] {
  return entries.map(({ lead }) => lead).sort(newestFirst);
}

function loaded(month: string, leads: readonly Lead[]): Month {
  return { month, counts: countLeads(leads), load: async () => leads };
}

function inOrder(months: readonly Month[]): readonly Month[] {
  return months.toSorted((one, other) => (one.month < other.month ? 1 : -1));
}
