import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Span } from './slots.ts';

/** How long a slot stays held: a function lives 60 seconds at most, so twice that. */
export const HOLD_MS = 120_000;

/** The same for an undoing, which may begin as late as a function ends. */
export const UNDO_MS = HOLD_MS + 60_000;

/**
 * What storage knows of one slot (design, section 5). `gen` names the calendar event that belongs to the slot; it
 * rises only when that event is dead. `rev` counts the writes: an etag may be a hash of the content, and no two
 * versions may be alike. Times are milliseconds since the epoch. A record is never deleted.
 */
const counts = { gen: z.number(), rev: z.number() };
export const SlotRecord = z.discriminatedUnion('state', [
  z.object({ ...counts, state: z.literal('free') }),
  z.object({ ...counts, state: z.literal('held'), lead: z.string(), until: z.number() }),
  z.object({ ...counts, state: z.literal('booked'), lead: z.string() }),
  z.object({ ...counts, state: z.literal('undoing'), lead: z.string(), until: z.number() }),
]);
export type SlotRecord = z.infer<typeof SlotRecord>;

/** A record about to be written: `rev` is counted by the writer. */
export type SlotChange = SlotRecord extends infer State
  ? State extends SlotRecord
    ? Omit<State, 'rev'>
    : never
  : never;

/** Where the record of the slot that begins at `start` is kept: `slots/2026-12-01t15-30-00z`, so keys sort by time. */
export function slotKey(start: number): string {
  return `slots/${new Date(start).toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()}z`;
}

/** The start that `slotKey` was made of. */
export function slotStart(key: string): number {
  const [date, time] = key.slice('slots/'.length, -1).split('t');
  return Date.parse(`${date}T${time?.replaceAll('-', ':')}Z`);
}

/** Whether nobody but its holder may take the slot at `now`. An expired hold or undoing keeps nobody out. */
export function isTaken(record: SlotRecord, now: number): boolean {
  if (record.state === 'free') return false;
  return record.state === 'booked' || record.until > now;
}

const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';

/**
 * The id of the calendar event of one generation of a slot, in the letters that Google allows (base32hex). It is made
 * of the slot and not of the visitor, so that two takers of one generation collide at the calendar as well.
 */
export function eventId(calendar: string, span: Pick<Span, 'start'>, gen: number): string {
  const digest = createHash('sha256').update(`${calendar}\n${span.start}\n${gen}`).digest();
  let bits = '';
  for (const byte of digest) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32HEX[Number.parseInt(five, 2)]).join('');
}
