import * as z from 'zod/mini';
import { keptObject, newerFields } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import type { Visit } from '#lead/lead';
import { leadOfVisit } from '#lead/visits';
import { type Interval, MAX_VISIT_MS, overlap, storedVisit } from '#lib/time/interval';
import pMap from 'p-map';
import { readEvery, shaped, type Store, unlessUnreadable, UnreadableRecord, writeOver } from '#server/storage/port';

/**
 * A slot's state (docs/booking.md), never deleted. `eventNumber` identifies its calendar event and rises only when that is
 * dead. `writes` counts writes, so that two versions never have the same etag. Times in ms since the epoch.
 */
const counts = { eventNumber: z.number(), writes: z.number() };
/** `lead`: of the visit. Without an `end` see `storedVisit`; without a `kind` it is a consultation. */
const visit = { lead: z.string(), visit: z.string(), end: z.optional(z.number()), kind: z.optional(z.string()) };
export const SlotRecord = z.discriminatedUnion('state', [
  keptObject({ ...counts, state: z.literal('free') }),
  keptObject({ ...counts, ...visit, state: z.literal('held'), until: z.number() }),
  keptObject({ ...counts, ...visit, state: z.literal('booked') }),
  keptObject({
    ...counts,
    ...visit,
    state: z.literal('releasing'),
    until: z.number(),
    /** The calendar tells its guest nothing. */
    isQuiet: z.optional(z.boolean()),
  }),
]);

export type SlotRecord = z.infer<typeof SlotRecord>;

/** The part of a record that the machine decides. The writer counts `writes` and adds the lead, the end and the kind. */
export type SlotChange = SlotRecord extends infer State
  ? State extends SlotRecord
    ? Omit<State, 'writes' | 'lead' | 'end' | 'kind'>
    : never
  : never;

/** A slot's record and its version; both `null` for an unused slot. */
export interface SlotState {
  readonly record: SlotRecord | null;
  readonly etag: string | null;
}

/**
 * The key of a person's slot at `start` (ms): `slots/2026-q4-12-01t15-30-00z` of the first one, with `-of-<id>` of another
 * (`personOfSlot`). Keys sort by time, grouped by quarter. One visitor a time has that slot. `beside`: a visit that the owner
 * books at a time that is taken has a slot of its own.
 */
export function slotKey(start: number, beside?: string, person = FIRST_PERSON): string {
  const date = new Date(start);
  const [year, ...rest] = date.toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase().split('-');
  const time = `slots/${year}-q${Math.floor(date.getUTCMonth() / 3) + 1}-${rest.join('-')}z`;
  const key = person === FIRST_PERSON ? time : `${time}-of-${person}`;
  return beside === undefined ? key : `${key}-${beside.replaceAll('/', '-')}`;
}

/** The prefix of all slots in the same quarter. */
const quarterOf = (key: string): string => key.slice(0, 'slots/2026-q4'.length);

const KEY_LENGTH = slotKey(0).length;

/** The inverse of `slotKey`, in ms. */
export function slotStart(key: string): number {
  const [date, time] = key
    .slice('slots/'.length, KEY_LENGTH - 1)
    .replace(/-q\d/, '')
    .split('t');
  return Date.parse(`${date}T${time?.replaceAll('-', ':')}Z`);
}

/** The visit in the slot, in ms. */
export function visitIn(key: string, record: SlotRecord | null): Interval {
  return storedVisit(slotStart(key), record && record.state !== 'free' ? record.end : undefined);
}

/** True if only its lead may take the slot at `now` (ms). An expired hold or release does not count. */
export function isTaken(record: SlotChange, now: number): boolean {
  if (record.state === 'free') return false;
  return record.state === 'booked' || record.until > now;
}

/** A slot with an unreadable record. It counts as taken until somebody restores or deletes the record. */
export class UnreadableSlot extends UnreadableRecord {}

/** Throws `UnreadableSlot`. */
export async function readSlot(slots: Store, key: string): Promise<SlotState> {
  const read = async () => {
    const stored = await slots.get(key);
    return { record: stored && shaped(SlotRecord, key, stored.value), etag: stored?.etag ?? null };
  };
  return await unlessUnreadable(read(), ({ message }) => {
    throw new UnreadableSlot(message);
  });
}

/** The slot; `undefined` if its record is unreadable. */
export const readableSlot = (slots: Store, key: string): Promise<SlotState | undefined> =>
  unlessUnreadable(readSlot(slots, key), () => undefined);

/** The keys of all slots whose record names the lead, and their visits. */
export async function slotsOf(slots: Store, lead: string): Promise<{ key: string; visit: string }[]> {
  const { records } = await readEvery(slots, 'slots/', SlotRecord);
  return records.flatMap(({ key, value }) =>
    value.state !== 'free' && value.lead === lead ? [{ key, visit: value.visit }] : [],
  );
}

/** The keys of everybody's slots that begin at this moment (ms). */
export async function slotsAt(slots: Store, start: number): Promise<string[]> {
  return (await slots.list(slotKey(start))).map(({ key }) => key);
}

/** The end (ms) and the kind of the visit in a record. */
export type VisitFacts = Pick<Exclude<SlotRecord, { state: 'free' }>, 'end' | 'kind'>;

const knownFields: object = Object.assign({}, ...SlotRecord.def.options.map(({ shape }) => shape));

/** The fields that only a newer version knows, unless the change gives the slot up or to another lead. */
function onlyNewer(former: SlotRecord | null, change: SlotChange): object {
  const isItsOwn = former?.state === 'free' || (change.state !== 'free' && former?.visit === change.visit);
  return isItsOwn ? newerFields(former, knownFields) : {};
}

/** Writes over the version that was read. Returns the new state, or `null` if another process was faster. */
export async function swapSlot(
  slots: Store,
  key: string,
  read: SlotState,
  change: SlotChange & VisitFacts,
): Promise<SlotState | null> {
  const named = change.state === 'free' ? change : { ...change, lead: leadOfVisit(change.visit) };
  const record = { ...onlyNewer(read.record, change), ...named, writes: (read.record?.writes ?? 0) + 1 };
  const etag = await writeOver(slots, key, record, read.etag);
  return etag === null ? null : { record, etag };
}

/** The readable slots that begin in the window. */
export async function slotsWithin(slots: Store, window: Interval): Promise<{ key: string; record: SlotRecord }[]> {
  const { records } = await readWithin(slots, window);
  return records.map(({ key, value }) => ({ key, record: value }));
}

async function readWithin(slots: Store, window: Interval, except: readonly string[] = []) {
  const isWithin = (key: string) => {
    const start = slotStart(key);
    return start >= window.start && start < window.end && !except.includes(key);
  };
  const read = quartersOf(window).map((quarter) => readEvery(slots, quarter, SlotRecord, isWithin));
  const quarters = await Promise.all(read);
  return {
    records: quarters.flatMap(({ records }) => records),
    unreadable: quarters.flatMap(({ unreadable }) => unreadable),
  };
}

/** A visit in storage that only its lead may change. `record`: `null` if it is unreadable. */
export interface TakenSlot {
  readonly key: string;
  readonly interval: Interval;
  readonly record: Exclude<SlotRecord, { state: 'free' }> | null;
}

/**
 * Everybody's visits over the window that stand at `now` (ms), the held ones and the unreadable ones too. `except`: without
 * the slots of these keys.
 */
export async function takenSlots(
  slots: Store,
  window: Interval,
  now: number,
  except: readonly string[] = [],
): Promise<TakenSlot[]> {
  // A visit may have begun before the window.
  const wider = { start: window.start - MAX_VISIT_MS, end: window.end };
  const { records, unreadable } = await readWithin(slots, wider, except);
  const readable = records.flatMap(({ key, value }): TakenSlot[] => {
    const isFree = value.state === 'free' || !isTaken(value, now);
    return isFree ? [] : [{ key, interval: visitIn(key, value), record: value }];
  });
  const damaged = unreadable.map((key) => ({ key, interval: visitIn(key, null), record: null }));
  return [...readable, ...damaged].filter(({ interval }) => overlap(interval, window));
}

/** The key prefixes of the UTC quarters in an interval, so that listings do not grow over the years. */
function quartersOf({ start, end }: Interval): string[] {
  const quarters = new Set<string>();
  const cursor = new Date(start);
  cursor.setUTCDate(1);
  cursor.setUTCHours(0, 0, 0, 0);
  while (cursor.getTime() < end) {
    quarters.add(quarterOf(slotKey(cursor.getTime())));
    cursor.setUTCMonth(cursor.getUTCMonth() + 1);
  }
  return [...quarters];
}

const MAX_READS_AT_ONCE = 64;

/** The ids of those visits that have their slots. Another visitor may have taken a visit's slot. `now` in ms. */
export async function standing(slots: Store, visits: readonly Visit[], now: number): Promise<ReadonlySet<string>> {
  const pointing = visits.flatMap(({ id, slot }) => (slot ? [{ id, slot }] : []));
  const records = await recordsAt(
    slots,
    pointing.map(({ slot }) => slot),
  );
  const found = pointing.filter(({ id, slot }) => {
    const record = records.get(slot);
    // If the record is unreadable, trust the visit: better one too many than one missed.
    if (record === 'unreadable') return true;
    const isTheirs = record && record.state !== 'free' && record.visit === id && isTaken(record, now);
    return isTheirs && record.state !== 'releasing';
  });
  return new Set(found.map(({ id }) => id));
}

const MAX_QUARTERS_AT_ONCE = 8;

/** The records of these keys. For many it lists each quarter, so that only changed records are read. */
async function recordsAt(slots: Store, keys: readonly string[]) {
  const quarters = Map.groupBy(keys, quarterOf);
  if (keys.length <= quarters.size) {
    const read = async (key: string) => {
      const slot = await readableSlot(slots, key);
      return [key, slot ? slot.record : 'unreadable'] as const;
    };
    return new Map(await pMap(keys, read, { concurrency: MAX_READS_AT_ONCE }));
  }
  const readings = await pMap(
    quarters,
    ([quarter, some]) => {
      const own = new Set(some);
      return readEvery(slots, quarter, SlotRecord, (key) => own.has(key));
    },
    { concurrency: MAX_QUARTERS_AT_ONCE },
  );
  return new Map<string, SlotRecord | 'unreadable'>(
    readings.flatMap(({ records, unreadable }) => [
      ...records.map(({ key, value }) => [key, value] as const),
      ...unreadable.map((key) => [key, 'unreadable'] as const),
    ]),
  );
}
