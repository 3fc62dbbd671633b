import * as z from 'zod/mini';
import pMap from 'p-map';
import { readEvery, type Reading, shaped, type Store, unlessUnreadable, UnreadableRecord } from '#server/storage/port';
import type { Interval } from './times.ts';

/**
 * What storage knows of one slot. `gen` names the calendar event that belongs to the slot; it rises only when that
 * event is dead. `rev` counts the writes: an etag may be a hash of the content, and no two versions may be alike.
 * Times are milliseconds since the epoch. A record is never deleted. docs/booking.md draws how the states follow each
 * other.
 */
const counts = { gen: z.number(), rev: z.number() };
export const SlotRecord = z.discriminatedUnion('state', [
  z.object({ ...counts, state: z.literal('free') }),
  z.object({ ...counts, state: z.literal('held'), lead: z.string(), until: z.number() }),
  z.object({ ...counts, state: z.literal('booked'), lead: z.string() }),
  z.object({
    ...counts,
    state: z.literal('releasing'),
    lead: z.string(),
    until: z.number(),
    /** The calendar does not tell its guest. */
    isQuiet: z.optional(z.boolean()),
  }),
]);
export type SlotRecord = z.infer<typeof SlotRecord>;

/** A record without its `rev`, which the writer counts. */
export type SlotChange = SlotRecord extends infer State
  ? State extends SlotRecord
    ? Omit<State, 'rev'>
    : never
  : never;

/** A slot's record and its version; a slot that nobody has touched yet has neither. */
export interface SlotState {
  readonly record: SlotRecord | null;
  readonly etag: string | null;
}

/**
 * Where the record of the slot that begins at `start` is kept: `slots/2026-q4-12-01t15-30-00z`, so keys sort by time, and
 * those of a quarter have a beginning in common.
 */
export function slotKey(start: number): string {
  const date = new Date(start);
  const [year, ...rest] = date.toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase().split('-');
  return `slots/${year}-q${Math.floor(date.getUTCMonth() / 3) + 1}-${rest.join('-')}z`;
}

/** What the keys of all slots of its quarter begin with. */
export const quarterKey = (start: number): string => slotKey(start).slice(0, 'slots/2026-q4'.length);

/** The start that `slotKey` was made of. */
export function slotStart(key: string): number {
  const [date, time] = key.slice('slots/'.length, -1).replace(/-q\d/, '').split('t');
  return Date.parse(`${date}T${time?.replaceAll('-', ':')}Z`);
}

/** Whether nobody but its lead may take the slot at `now`. An expired hold or release keeps nobody out. */
export function isTaken(record: SlotChange, now: number): boolean {
  if (record.state === 'free') return false;
  return record.state === 'booked' || record.until > now;
}

/** A slot whose record cannot be read: taken for everybody, until somebody restores or deletes it. */
export class UnreadableSlot extends UnreadableRecord {}

/** Throws `UnreadableSlot`. */
export async function readSlot(calendar: Store, start: number): Promise<SlotState> {
  const key = slotKey(start);
  const read = async () => {
    const stored = await calendar.get(key);
    return { record: stored && shaped(SlotRecord, key, stored.value), etag: stored?.etag ?? null };
  };
  return await unlessUnreadable(read(), ({ message }) => {
    throw new UnreadableSlot(message);
  });
}

/** Writes over exactly the version that was read: the new state, or `null` when somebody else was faster. */
export async function swapSlot(
  calendar: Store,
  start: number,
  read: SlotState,
  change: SlotChange,
): Promise<SlotState | null> {
  const key = slotKey(start);
  const record = { ...change, rev: (read.record?.rev ?? 0) + 1 };
  const etag = read.etag === null ? await calendar.create(key, record) : await calendar.replace(key, record, read.etag);
  return etag === null ? null : { record, etag };
}

/** The readable records of the slots that begin within `window`, by their starts. */
export async function slotsWithin(calendar: Store, window: Interval): Promise<{ start: number; record: SlotRecord }[]> {
  const { records } = await readWithin(calendar, window);
  return records.map(({ key, value }) => ({ start: slotStart(key), record: value }));
}

async function readWithin(calendar: Store, window: Interval): Promise<Reading<SlotRecord>> {
  const isWithin = (key: string) => slotStart(key) >= window.start && slotStart(key) < window.end;
  const read = quartersOf(window).map((quarter) => readEvery(calendar, quarter, SlotRecord, isWithin));
  const quarters = await Promise.all(read);
  return {
    records: quarters.flatMap(({ records }) => records),
    unreadable: quarters.flatMap(({ unreadable }) => unreadable),
  };
}

/**
 * What nobody else may book at `now`, as intervals of a visit's length, with each slot whose record cannot be read.
 * `bookedElsewhere`: what is booked is left out, since a calendar outside tells of it, and of what the owner has moved or
 * deleted there.
 */
export async function takenIntervals(
  calendar: Store,
  window: Interval,
  { visitMs, now, bookedElsewhere }: { visitMs: number; now: number; bookedElsewhere: boolean },
): Promise<Interval[]> {
  const { records, unreadable } = await readWithin(calendar, window);
  const taken = records.filter(({ value }) => isTaken(value, now) && !(bookedElsewhere && value.state === 'booked'));
  return [...taken.map(({ key }) => key), ...unreadable].map((key) => {
    const start = slotStart(key);
    return { start, end: start + visitMs };
  });
}

/**
 * The quarters, in UTC, that an interval touches, as what their keys begin with. The times on offer lie in one, or for two
 * weeks in two; and a listing need not grow with the years.
 */
function quartersOf({ start, end }: Interval): string[] {
  const quarters = new Set<string>();
  const cursor = new Date(start);
  cursor.setUTCDate(1);
  cursor.setUTCHours(0, 0, 0, 0);
  while (cursor.getTime() < end) {
    quarters.add(quarterKey(cursor.getTime()));
    cursor.setUTCMonth(cursor.getUTCMonth() + 1);
  }
  return [...quarters];
}

const MAX_READS_AT_ONCE = 64;

/** Of a lead: its id and the start of the slot that it points at, in ISO 8601. */
interface Pointer {
  readonly id: string;
  readonly slot?: string | undefined;
}

/**
 * The starts of the visits that the leads really have, by the leads' ids. A lead's pointer alone does not tell: it may
 * point at a slot that another visitor was faster to take, so the slot's record is asked. `now` in milliseconds.
 */
export async function visitsOf(
  calendar: Store,
  leads: readonly Pointer[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const pointing = leads.flatMap(({ id, slot }) => (slot ? [{ id, slot, start: Date.parse(slot) }] : []));
  const records = await recordsAt(
    calendar,
    pointing.map(({ start }) => start),
  );
  const visits = pointing.filter(({ id, start }) => {
    const record = records.get(start);
    // The lead has the last word where the record has none: better a visit too many on the list than one missed.
    if (record === 'unreadable') return true;
    const isTheirs = record && record.state !== 'free' && record.lead === id && isTaken(record, now);
    return isTheirs && record.state !== 'releasing';
  });
  return new Map(visits.map(({ id, slot }) => [id, slot]));
}

const MAX_QUARTERS_AT_ONCE = 8;

/** The records of the slots that begin then: of many by a listing of each quarter, so that only what is new is read. */
async function recordsAt(
  calendar: Store,
  starts: readonly number[],
): Promise<ReadonlyMap<number, SlotRecord | 'unreadable' | null>> {
  const quarters = Map.groupBy(starts, quarterKey);
  if (starts.length <= quarters.size) {
    const read = async (start: number) =>
      [start, await unlessUnreadable(recordAt(calendar, start), () => 'unreadable' as const)] as const;
    return new Map(await pMap(starts, read, { concurrency: MAX_READS_AT_ONCE }));
  }
  const readings = await pMap(
    quarters,
    ([quarter, some]) => {
      const keys = new Set(some.map(slotKey));
      return readEvery(calendar, quarter, SlotRecord, (key) => keys.has(key));
    },
    { concurrency: MAX_QUARTERS_AT_ONCE },
  );
  return new Map<number, SlotRecord | 'unreadable'>(
    readings.flatMap(({ records, unreadable }) => [
      ...records.map(({ key, value }) => [slotStart(key), value] as const),
      ...unreadable.map((key) => [slotStart(key), 'unreadable'] as const),
    ]),
  );
}

async function recordAt(calendar: Store, start: number): Promise<SlotRecord | null> {
  return (await readSlot(calendar, start)).record;
}
