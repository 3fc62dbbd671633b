import type { VisitChange } from '#contracts/calendar';
import { findLead } from '#server/leads/lead';
import { type BookingOutcome, bookSlot } from './booking.ts';
import { cancelVisit } from './cancel.ts';
import type { BookingDesk } from './desk.ts';
import type { Standing } from './standing.ts';
import { visitAt } from './slots.ts';

/**
 * What a visitor's change came to. `begun`: the visit has. `cancelled`: there is none to move any more.
 * `changed`: the owner has changed it in the calendar. `none`: there is none to cancel. The others as for a booking.
 */
export type ChangeOutcome = 'done' | 'begun' | 'cancelled' | 'changed' | 'none' | Exclude<BookingOutcome, 'booked'>;

/**
 * Moves or cancels the visit that stands so. It may be cancelled until it begins, and moved to every time that is
 * offered: moving it there again, or cancelling it again, is a success again. Throws `CalendarError`.
 */
export async function changeVisit(
  desk: BookingDesk,
  { state, lead }: Standing,
  change: VisitChange,
): Promise<ChangeOutcome> {
  if (state === 'past') return 'begun';
  if (change.action === 'cancel') return await cancel(desk, lead.id);
  if (state === 'cancelled' || state === 'changed') return state;
  const start = Date.parse(change.slot);
  const outcome = await bookSlot(desk, lead.id, visitAt(desk.rules, start));
  return outcome === 'booked' ? 'done' : outcome;
}

async function cancel(desk: BookingDesk, leadId: string): Promise<ChangeOutcome> {
  const outcome = await cancelVisit(desk, leadId);
  if (outcome === 'cancelled') return 'done';
  if (outcome === 'unknown') return 'unknown';
  const isCancelled = (await findLead(desk.leads, leadId))?.lead.cancelledAt !== undefined;
  return isCancelled ? 'done' : 'none';
}
