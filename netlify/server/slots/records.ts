import * as z from 'zod/mini';
import pMap from 'p-map';
import { readAll, type Store } from '#server/storage/port';
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
  z.object({ ...counts, state: z.literal('releasing'), lead: z.string(), until: z.number() }),
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

/** Where the record of the slot that begins at `start` is kept: `slots/2026-12-01t15-30-00z`, so keys sort by time. */
export function slotKey(start: number): string {
  return `slots/${new Date(start).toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()}z`;
}

/** The start that `slotKey` was made of. */
export function slotStart(key: string): number {
  const [date, time] = key.slice('slots/'.length, -1).split('t');
  return Date.parse(`${date}T${time?.replaceAll('-', ':')}Z`);
}

/** Whether nobody but its lead may take the slot at `now`. An expired hold or release keeps nobody out. */
export function isTaken(record: SlotChange, now: number): boolean {
  if (record.state === 'free') return false;
  return record.state === 'booked' || record.until > now;
}

export async function readSlot(calendar: Store, start: number): Promise<SlotState> {
  const stored = await calendar.get(slotKey(start));
  return { record: stored ? SlotRecord.parse(stored.value) : null, etag: stored?.etag ?? null };
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

/** The records of the slots that begin within `window`, by their starts. */
export async function slotsWithin(calendar: Store, window: Interval): Promise<{ start: number; record: SlotRecord }[]> {
  const isWithin = (key: string) => slotStart(key) >= window.start && slotStart(key) < window.end;
  const months = monthsOf(window);
  const records = await Promise.all(months.map((month) => readAll(calendar, `slots/${month}`, SlotRecord, isWithin)));
  return records.flat().map(({ key, value }) => ({ start: slotStart(key), record: value }));
}

/**
 * What nobody else may book at `now`, as intervals of a visit's length. `bookedElsewhere`: what is booked is left out,
 * since a calendar outside tells of it, and of what the owner has moved or deleted there.
 */
export async function takenIntervals(
  calendar: Store,
  window: Interval,
  { visitMs, now, bookedElsewhere }: { visitMs: number; now: number; bookedElsewhere: boolean },
): Promise<Interval[]> {
  const slots = await slotsWithin(calendar, window);
  return slots
    .filter(({ record }) => isTaken(record, now) && !(bookedElsewhere && record.state === 'booked'))
    .map(({ start }) => ({ start, end: start + visitMs }));
}

/** The UTC months, `YYYY-MM`, that an interval touches: a listing need not grow with the years. */
function monthsOf({ start, end }: Interval): string[] {
  const months: string[] = [];
  const cursor = new Date(start);
  cursor.setUTCDate(1);
  cursor.setUTCHours(0, 0, 0, 0);
  while (cursor.getTime() < end) {
    months.push(cursor.toISOString().slice(0, 7));
    cursor.setUTCMonth(cursor.getUTCMonth() + 1);
  }
  return months;
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
  const visitOf = async ({ id, slot }: Pointer) => {
    if (!slot) return [];
    const { record } = await readSlot(calendar, Date.parse(slot));
    const isTheirs = record && record.state !== 'free' && record.lead === id && isTaken(record, now);
    return isTheirs && record.state !== 'releasing' ? [[id, slot] as const] : [];
  };
  const visits = await pMap(leads, visitOf, { concurrency: MAX_READS_AT_ONCE });
  return new Map(visits.flat());
}
