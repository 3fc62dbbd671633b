import type { Slot } from '#contracts/calendar';
import type { BookingDesk } from './desk.ts';
import { takenSpans } from './slot-store.ts';
import { offeredWindow, openSlots, toSlot } from './slots.ts';
import { LOOK_MS } from './undo.ts';

/**
 * The slots that a visitor may book now, soonest first. Never a made-up one: a store or a calendar that fails throws.
 */
export async function availableSlots(desk: Omit<BookingDesk, 'leads' | 'tell' | 'report'>): Promise<Slot[]> {
  const { calendar, visits, rules, now } = desk;
  const window = offeredWindow(rules, now);
  const visitMs = rules.visitMinutes * 60_000;
  const [busy, taken] = await Promise.all([
    visits.busy(window, now + LOOK_MS),
    takenSpans(calendar, window, { visitMs, now, bookedElsewhere: visits.isOutside }),
  ]);
  return openSlots(rules, [...busy, ...taken], now).map(toSlot);
}
