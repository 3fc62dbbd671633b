import { findLead, markBooked } from '#server/consultations/lead';
import type { BookingDesk } from './desk.ts';
import { isTaken } from './slot-record.ts';
import { readSlot, slotsWithin, swapSlot } from './slot-store.ts';
import { offeredWindow } from './slots.ts';

/**
 * Frees the slot if it is nobody's: its hold has expired, or the lead that it is held or booked for points at another
 * slot. Answers whether it freed it. The slot is read before the pointer and swapped by that reading: a lead that
 * comes back to the slot meanwhile writes the record, and the swap is lost.
 *
 * A booked slot that is freed loses its event, so its generation rises.
 */
export async function settleSlot(
  desk: Pick<BookingDesk, 'leads' | 'calendar' | 'now'>,
  start: number,
): Promise<boolean> {
  for (;;) {
    const slot = await readSlot(desk.calendar, start);
    const { record } = slot;
    if (!record || record.state === 'free') return false;
    const found = await findLead(desk.leads, record.lead);
    const wanted = found?.lead.slot === new Date(start).toISOString();
    if (wanted && isTaken(record, desk.now)) return false;
    const gen = record.state === 'held' ? record.gen : record.gen + 1;
    if (await swapSlot(desk.calendar, start, slot, { state: 'free', gen })) return true;
  }
}

/**
 * Settles what deaths in the middle of bookings left behind among the slots on offer, and writes the visit on leads
 * whose slot was booked just before their process died. Answers how many slots it freed.
 */
export async function sweepSlots(desk: BookingDesk): Promise<number> {
  let freed = 0;
  for (const { start, record } of await slotsWithin(desk.calendar, offeredWindow(desk.rules, desk.now))) {
    if (await settleSlot(desk, start)) freed += 1;
    else if (record.state === 'booked')
      await markBooked(desk.leads, record.lead, new Date(start).toISOString(), desk.now);
  }
  return freed;
}
