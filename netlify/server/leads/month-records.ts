import * as z from 'zod/mini';
import pMap from 'p-map';
import { leadStatuses } from '#contracts/lead';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { noteChange, takeFinishedChanges, whileChanging } from './changes.ts';
import { findLead, Lead, leadKey } from './lead.ts';

/*
 * The copies of the leads that came in within one month (UTC) stand in one record, `list/months/2026-11`, so that a list
 * reads the months that it shows. They are copies to read from, and the leads' own records are the truth.
 */
export const MONTHS = 'list/months/';
export const HEAD = 'list/head';
export const READS_AT_ONCE = 64;
const MAX_TRIES = 8;

const Entry = z.object({ etag: z.string(), lead: Lead });
/** A lead, and the version of its record that it was read from. */
export type Entry = z.infer<typeof Entry>;
const MonthRecord = z.array(Entry);

const Counts = z.object({ total: z.number(), statuses: z.record(z.enum(leadStatuses), z.number()) });
/** How many leads there are in all, and of those that are not being removed how many of each status. */
export type Counts = z.infer<typeof Counts>;

/** The counts of these leads. */
export function countLeads(leads: readonly Lead[]): Counts {
  const statuses: Counts['statuses'] = { new: 0, booked: 0, 'called back': 0, closed: 0 };
  for (const { status, isRemoving } of leads) if (!isRemoving) statuses[status] += 1;
  return { total: leads.length, statuses };
}

/**
 * That the months are kept, with what each holds and at which version of its record. Until `isReady` they are kept as
 * leads change, but not every lead may be in them yet.
 */
const Head = z.object({
  isReady: z.boolean(),
  months: z.record(z.string(), z.object({ ...Counts.shape, etag: z.string() })),
});
export type Head = z.infer<typeof Head>;

export const monthKey = (month: string) => MONTHS + month;
export const monthOf = ({ createdAt }: Pick<Lead, 'createdAt'>): string => createdAt.slice(0, '2026-11'.length);

/** `null` where the months are not kept, or not as this code keeps them. */
export async function readHead(leads: Store): Promise<Head | null> {
  const stored = await unlessUnreadable(leads.get(HEAD), () => null);
  const head = Head.safeParse(stored?.value);
  return head.success ? head.data : null;
}

/** A month as it is kept, and its version. `damaged`: nobody can read it. `null`: there is none. */
export async function readMonth(
  leads: Store,
  month: string,
): Promise<{ entries: readonly Entry[]; etag: string } | 'damaged' | null> {
  const stored = await unlessUnreadable(leads.get(monthKey(month)), () => 'damaged' as const);
  if (stored === null || stored === 'damaged') return stored;
  const entries = MonthRecord.safeParse(stored.value);
  return entries.success ? { entries: entries.data, etag: stored.etag } : 'damaged';
}

/** Told of what cannot be listed. */
export type Report = (what: string, error: unknown) => void;

/** The lead as it is now; `null` when it has gone, or cannot be read. */
export async function readEntry(leads: Store, key: string, report?: Report): Promise<Entry | null> {
  const unreadable = (error: unknown) => {
    report?.(`Reading the lead ${key}`, error);
    return null;
  };
  const stored = await unlessUnreadable(leads.get(key), unreadable);
  if (!stored) return null;
  const lead = Lead.safeParse(stored.value);
  return lead.success ? { etag: stored.etag, lead: lead.data } : unreadable(lead.error);
}

interface Batch {
  readonly ids: Set<string>;
  readonly done: Promise<boolean>;
  isBegun: boolean;
}
const batches = new WeakMap<Store, Map<string, Batch>>();

/**
 * Makes the copies of these leads as new as the leads, in the month in which they came in; of one that has gone there is
 * none. Answers `false` when that is left to the sweep. A process writes a month once at a time: what comes meanwhile
 * is written together.
 */
async function copyToMonth(leads: Store, month: string, ids: readonly string[]): Promise<boolean> {
  const ofStore = batches.get(leads) ?? new Map<string, Batch>();
  batches.set(leads, ofStore);
  const last = ofStore.get(month);
  if (last && !last.isBegun) {
    for (const id of ids) last.ids.add(id);
    return await last.done;
  }
  const begin = async (): Promise<boolean> => {
    await last?.done.catch(() => undefined);
    batch.isBegun = true;
    return await writeToMonth(leads, month, batch.ids);
  };
  const start = Promise.withResolvers<boolean>();
  const batch: Batch = { ids: new Set(ids), done: start.promise, isBegun: false };
  ofStore.set(month, batch);
  begin().then(start.resolve, start.reject);
  return await start.promise;
}

/**
 * The leads are read after the month, and the month is written over exactly that version: so the copy of whoever read
 * a lead later is never lost.
 */
async function writeToMonth(leads: Store, month: string, ids: ReadonlySet<string>): Promise<boolean> {
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const stored = await readMonth(leads, month);
    if (stored === 'damaged') return false;
    if (!stored) {
      const head = await readHead(leads);
      if (!head) return true;
      // It was there, or is by now: whoever wrote it anew with these leads alone would hide the others.
      if (head.months[month]) continue;
    }
    const before = stored?.entries ?? [];
    const read = await pMap(ids, (id) => readEntry(leads, leadKey(id)), { concurrency: READS_AT_ONCE });
    const fresh = read.filter((entry) => entry !== null);
    const after = [...before.filter(({ lead }) => !ids.has(lead.id)), ...fresh];
    const isSame = after.length === before.length && fresh.every((entry) => isAmong(before, entry));
    if (stored && isSame) return true;
    const key = monthKey(month);
    if (await (stored ? leads.replace(key, after, stored.etag) : leads.create(key, after))) return true;
  }
  return false;
}

function isAmong(entries: readonly Entry[], { etag, lead: { id } }: Entry): boolean {
  return entries.some((one) => one.lead.id === id && one.etag === etag);
}

const kept = new WeakSet<Store>();

/** Whether the months are kept up to date; once they are they stay so. */
async function areMonthsKept(leads: Store): Promise<boolean> {
  if (!kept.has(leads) && (await readHead(leads))) kept.add(leads);
  return kept.has(leads);
}

/** Makes the copy of a lead as new as the lead, where there is one and copies are kept. Answers `false` as `copyToMonth`. */
export async function copyLead(leads: Store, id: string): Promise<boolean> {
  if (!(await areMonthsKept(leads))) return true;
  const month = await monthNow(leads, id);
  return month === null || (await copyToMonth(leads, month, [id]));
}

/**
 * Makes the copies of the leads that this process has changed as new as these, and takes the notes of it away. Nobody
 * waits for it: as long as a note is there, lists read the lead itself.
 */
export async function copyChanges(leads: Store): Promise<void> {
  const changes = await takeFinishedChanges(leads);
  const isKept = changes.length > 0 && (await areMonthsKept(leads));
  await pMap(
    changes,
    async ({ id, key, month }) => {
      const of = isKept ? (month ?? (await monthNow(leads, id))) : 'none';
      // Of one that has gone it is not known which month it stood in: whoever removes it has a note of that.
      if (of && (of === 'none' || (await copyToMonth(leads, of, [id])))) await leads.delete(key);
    },
    { concurrency: READS_AT_ONCE },
  );
}

async function monthNow(leads: Store, id: string): Promise<string | null> {
  const found = await unlessUnreadable(findLead(leads, id), () => null);
  return found && monthOf(found.lead);
}

/**
 * Removes a lead for good, and its copy. One that is not there is no error. A copy that could not be written over goes
 * after the answer, or with the next sweep.
 */
export async function deleteLead(leads: Store, lead: Lead): Promise<void> {
  await whileChanging(leads, lead.id, async (change) => {
    change.month = monthOf(lead);
    await noteChange(leads, change);
    await leads.delete(leadKey(lead.id));
    await copyToMonth(leads, change.month, [lead.id]);
  });
}
