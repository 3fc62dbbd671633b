import type { Slot } from '#contracts/calendar';
import type { BookingDesk } from './desk.ts';
import { takenSpans } from './slot-store.ts';
import { offeredWindow, openSlots, toSlot } from './slots.ts';

/** The slots that a visitor may book now, soonest first. Never a made-up one: a store that fails throws. */
export async function availableSlots({
  calendar,
  rules,
  now,
}: Pick<BookingDesk, 'calendar' | 'rules' | 'now'>): Promise<Slot[]> {
  const visitMs = rules.visitMinutes * 60_000;
  const taken = await takenSpans(calendar, offeredWindow(rules, now), visitMs, now);
  return openSlots(rules, taken, now).map(toSlot);
}
