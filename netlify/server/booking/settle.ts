import { findLead, type Lead, wantsSlot } from '#server/leads/lead';
import type { BookingDesk } from './desk.ts';
import { finishBooking } from './finish.ts';
import { adopt, standingEvent } from './insert.ts';
import { CalendarError } from '#server/calendar/port';
import { eventId, isTaken } from './slot-record.ts';
import { readSlot, type SlotState, slotsWithin, swapSlot } from './slot-store.ts';
import { offeredWindow, type Span, visitAt } from './slots.ts';
import { LOOK_MS, release, undo } from './undo.ts';

/**
 * Brings a slot that no booking is under way for to rest: it is given back when the lead that it is held or booked for
 * does not want it, or when its hold has expired without an event; an expired hold whose event stands (its booking died
 * before it could say so) is booked. Answers whether the slot was given back. The slot is read before the lead and
 * swapped by that reading: a lead that comes back to the slot meanwhile writes the record, and the swap is lost.
 */
export async function settleSlot(desk: BookingDesk, start: number): Promise<boolean> {
  const span = visitAt(desk.rules, start);
  for (;;) {
    const slot = await readSlot(desk.calendar, start);
    const { record } = slot;
    if (!record || record.state === 'free') return false;
    if (record.state === 'undoing') return !isTaken(record, desk.now) && (await undo(desk, span, slot)) !== null;
    const lead = (await findLead(desk.leads, record.lead))?.lead;
    const isWanted = wantsSlot(lead, new Date(start).toISOString());
    if (isWanted && isTaken(record, desk.now)) return false;
    if (isWanted && (await wasPutIn(desk, span, slot))) return false;
    if (record.state === 'booked' && lead?.cancelledAt) await tellCancelled(desk, lead, span, record.gen);
    if (await release(desk, span, slot)) return true;
  }
}

/** Here and not where the visit is cancelled: whoever settles the slot after a death makes up for it. */
async function tellCancelled(desk: BookingDesk, lead: Lead, span: Span, gen: number): Promise<void> {
  await desk.tell({ kind: 'cancelled', lead, span, eventId: eventId(desk.visits.name, span, gen) });
}

/** Whether the event of an expired hold stands in the calendar after all; then the slot is booked for its lead. */
async function wasPutIn(desk: BookingDesk, span: Span, slot: SlotState): Promise<boolean> {
  if (!desk.visits.isOutside) return false;
  const event = await standingEvent(desk, span, slot.record?.gen ?? 0);
  if (event.state === 'alive') await adopt(desk, event.lead, span, slot);
  return event.state === 'alive';
}

/**
 * Settles what deaths in the middle of bookings left behind among the slots on offer, finishes bookings whose process
 * died at the end, and takes events of ours that nobody names out of the calendar. Answers how many slots it gave back.
 * A slot about which the calendar is silent is left for the next time.
 */
export async function sweepSlots(desk: BookingDesk): Promise<number> {
  let freed = 0;
  const window = offeredWindow(desk.rules, desk.now);
  for (const { start, record } of await slotsWithin(desk.calendar, window)) {
    if (await unlessSilent(desk, () => settleSlot(desk, start))) freed += 1;
    else if (record.state === 'booked') await finishIfBooked(desk, start);
  }
  await unlessSilent(desk, () => removeStrays(desk, window));
  return freed;
}

async function finishIfBooked(desk: BookingDesk, start: number): Promise<void> {
  const slot = await readSlot(desk.calendar, start);
  if (slot.record?.state !== 'booked') return;
  await finishBooking(desk, slot.record.lead, visitAt(desk.rules, start), slot);
}

/**
 * An insert that came through when everybody had given up on it, or a deletion that never arrived, leaves an event whose
 * generation is past. Only what stands exactly on its own slot is touched: what the owner has moved is the owner's.
 */
async function removeStrays(desk: BookingDesk, window: Span): Promise<boolean> {
  for (const { id, start } of await desk.visits.ownEvents(window, desk.now + LOOK_MS)) {
    const slot = await readSlot(desk.calendar, start);
    const gen = generationOf(desk, slot, start, id);
    if (gen === null || !slot.record) continue;
    if (gen < slot.record.gen) await desk.visits.deleteEvent(id, desk.now + LOOK_MS);
    else if (slot.record.state === 'free') await undoStray(desk, start, slot);
  }
  return true;
}

/** Which generation of the slot the event is of, or `null` when it is of none so far. */
function generationOf({ visits }: BookingDesk, { record }: SlotState, start: number, id: string): number | null {
  const gens = Array.from({ length: (record?.gen ?? -1) + 1 }, (_, gen) => gen);
  return gens.find((gen) => eventId(visits.name, { start }, gen) === id) ?? null;
}

/** The newest generation stands although its slot is free: marked first, so that no booking can rely on the event. */
async function undoStray(desk: BookingDesk, start: number, slot: SlotState): Promise<void> {
  const span = visitAt(desk.rules, start);
  const gen = slot.record?.gen ?? 0;
  const change = { state: 'undoing', gen, lead: 'nobody', until: desk.now } as const;
  const undoing = await swapSlot(desk.calendar, start, slot, change);
  if (undoing) await undo(desk, span, undoing);
}

async function unlessSilent(desk: BookingDesk, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    desk.report('Sweeping the calendar, which goes on the next time,', error);
    return false;
  }
}
