import { readAll } from '#server/storage/collection';
import type { Store } from '#server/storage/port';
import { isTaken, type SlotChange, SlotRecord, slotKey, slotStart } from './slot-record.ts';
import type { Span } from './slots.ts';

/** A slot's record and its version; a slot that nobody has touched yet has neither. */
export interface SlotState {
  readonly record: SlotRecord | null;
  readonly etag: string | null;
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
export async function slotsWithin(calendar: Store, window: Span): Promise<{ start: number; record: SlotRecord }[]> {
  const wanted = (key: string) => slotStart(key) >= window.start && slotStart(key) < window.end;
  const months = monthsOf(window);
  const records = await Promise.all(months.map((month) => readAll(calendar, `slots/${month}`, SlotRecord, wanted)));
  return records.flat().map(({ key, value }) => ({ start: slotStart(key), record: value }));
}

/**
 * What nobody else may book at `now`, as spans of a visit's length. `bookedElsewhere`: what is booked is left out, since
 * a calendar outside tells of it, and of what the owner has moved or deleted there.
 */
export async function takenSpans(
  calendar: Store,
  window: Span,
  { visitMs, now, bookedElsewhere }: { visitMs: number; now: number; bookedElsewhere: boolean },
): Promise<Span[]> {
  const slots = await slotsWithin(calendar, window);
  return slots
    .filter(({ record }) => isTaken(record, now) && !(bookedElsewhere && record.state === 'booked'))
    .map(({ start }) => ({ start, end: start + visitMs }));
}

/** The UTC months, `YYYY-MM`, that a span touches: a listing need not grow with the years. */
function monthsOf({ start, end }: Span): string[] {
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
