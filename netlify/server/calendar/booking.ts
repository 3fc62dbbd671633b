import { changeLead, findLead, markBooked } from '#server/consultations/lead';
import type { Store } from '#server/storage/port';
import type { BookingDesk } from './desk.ts';
import { settleSlot } from './settle.ts';
import { HOLD_MS, isTaken, type SlotRecord } from './slot-record.ts';
import { readSlot, type SlotState, swapSlot } from './slot-store.ts';
import { isOffered, type Span, toSlot } from './slots.ts';

/**
 * `unknown`: no such lead. `taken`: somebody else has the slot. `closed`: not a time that is offered.
 * `superseded`: the same visitor has meanwhile asked for another time.
 */
export type BookingOutcome = 'booked' | 'unknown' | 'taken' | 'closed' | 'superseded';

/**
 * Books the visit for the lead, or says why not. Safe against every interleaving with other bookings and against a
 * death at any step, with no lock: the slot's record decides who has the slot, the lead's pointer decides which slot
 * the lead has, and each changes by compare-and-swap only.
 *
 * The order is what makes it safe. The lead points at the slot before the slot is held, so that whatever is held or
 * booked for a lead that points elsewhere is nobody's and may be freed (`settleSlot`). After the hold, which always
 * writes, the pointer is read once more, so that of two bookings of one lead the later one wins.
 *
 * A repeat of a booking that succeeded is a success again, whatever the time is by then.
 */
export async function bookSlot(desk: BookingDesk, leadId: string, span: Span): Promise<BookingOutcome> {
  const found = await findLead(desk.leads, leadId);
  if (!found) return 'unknown';
  const start = toSlot(span).start;
  const slot = await readSlot(desk.calendar, span.start);
  if (isBookedFor(slot, leadId) && found.lead.slot === start) {
    await markBooked(desk.leads, leadId, start, desk.now);
    return 'booked';
  }
  if (!isOffered(desk.rules, span, desk.now)) return 'closed';
  if (isTakenFrom(slot, leadId, desk.now)) return 'taken';

  await pointAt(desk, leadId, start);
  const held = await holdSlot(desk, leadId, span.start, slot);
  if (!held) return 'taken';
  if ((await findLead(desk.leads, leadId))?.lead.slot !== start) {
    await settleSlot(desk, span.start);
    return 'superseded';
  }
  if (!(await confirmSlot(desk.calendar, leadId, span.start, held))) return 'taken';
  await markBooked(desk.leads, leadId, start, desk.now);
  return 'booked';
}

function isBookedFor({ record }: SlotState, leadId: string): boolean {
  return record?.state === 'booked' && record.lead === leadId;
}

/** Whether the lead may not take the slot: what it holds or has booked itself it may take again. */
function isTakenFrom({ record }: SlotState, leadId: string, now: number): boolean {
  if (!record || record.state === 'free' || !isTaken(record, now)) return false;
  return record.state === 'undoing' || record.lead !== leadId;
}

/** Points the lead at the slot and settles the one it pointed at before. */
async function pointAt(desk: BookingDesk, leadId: string, start: string): Promise<void> {
  const change = await changeLead(desk.leads, leadId, (lead) =>
    lead.slot === start ? lead : { ...lead, slot: start, status: 'new' },
  );
  const former = change?.before.slot;
  if (former && former !== start) await settleSlot(desk, Date.parse(former));
}

/** Holds the slot for the lead; `null` when another has it. Writes even what the lead had booked already. */
async function holdSlot(desk: BookingDesk, leadId: string, start: number, read: SlotState): Promise<SlotState | null> {
  for (let slot = read; ; slot = await readSlot(desk.calendar, start)) {
    if (isTakenFrom(slot, leadId, desk.now)) return null;
    const gen = nextGeneration(slot.record);
    const mine = isBookedFor(slot, leadId)
      ? ({ state: 'booked', gen, lead: leadId } as const)
      : ({ state: 'held', gen, lead: leadId, until: desk.now + HOLD_MS } as const);
    const held = await swapSlot(desk.calendar, start, slot, mine);
    if (held) return held;
  }
}

/** An expired undoing never learned whether its event lived, so its generation is given up with it. */
function nextGeneration(record: SlotRecord | null): number {
  if (!record) return 0;
  return record.state === 'undoing' ? record.gen + 1 : record.gen;
}

/** Turns the hold into a booking. A twin of this call may have renewed the hold meanwhile: it is the same lead's. */
async function confirmSlot(calendar: Store, leadId: string, start: number, held: SlotState): Promise<boolean> {
  for (let slot = held; ; slot = await readSlot(calendar, start)) {
    if (isBookedFor(slot, leadId)) return true;
    if (slot.record?.state !== 'held' || slot.record.lead !== leadId) return false;
    if (await swapSlot(calendar, start, slot, { state: 'booked', gen: slot.record.gen, lead: leadId })) return true;
  }
}
