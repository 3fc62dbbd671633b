import type { VisitByOwner } from '#contracts/lead';
import { findLead, type Lead } from '#server/leads/lead';
import { visitsOf } from '#server/slots/records';
import { visitAt } from '#server/slots/times';
import { type BookingContext, scheduleOf } from './context.ts';
import { type BookingOutcome, bookSlot, cancelVisit } from './visits.ts';

/** The result of the owner's change. `begun`: the visit has begun. The others are as for a booking. */
export type OwnerOutcome = 'done' | 'begun' | Exclude<BookingOutcome, 'booked'>;

/**
 * Books, moves or cancels a lead's visit for the owner, at the offered times. The visitor's limits (five moves, three
 * visits) do not apply, and a canceled visit may be booked again. `stale`: the owner saw another visit, so nothing was
 * done.
 */
export async function changeVisitForLead(
  context: BookingContext,
  leadId: string,
  change: VisitByOwner,
): Promise<OwnerOutcome> {
  const lead = (await findLead(context.leads, leadId))?.lead;
  if (!lead || lead.isRemoving) return 'unknown';
  const { isQuiet } = change;
  const visit = (await visitsOf(context.calendar, [lead], context.now)).get(leadId) ?? null;
  // A lead may point at a slot that is no longer its visit. The owner saw none.
  const from = lead.slot ?? null;
  if (change.action === 'book') {
    if (visit !== change.from && visit !== change.slot) return 'stale';
    const interval = visitAt(await scheduleOf(context), Date.parse(change.slot));
    const outcome = await bookSlot(context, leadId, interval, { from, isQuiet });
    return outcome === 'booked' ? 'done' : endOf(outcome, lead, context.now);
  }
  if (lead.cancelledSlot === change.from) return 'done';
  if (visit !== change.from) return 'stale';
  if (Date.parse(visit) <= context.now) return 'begun';
  const outcome = await cancelVisit(context, leadId, { from, isQuiet });
  if (outcome === 'cancelled') return 'done';
  const after = (await findLead(context.leads, leadId))?.lead;
  return after?.cancelledSlot === change.from ? 'done' : 'stale';
}

function endOf(outcome: Exclude<BookingOutcome, 'booked'>, { slot }: Lead, now: number): OwnerOutcome {
  const isBegun = outcome === 'ended' && slot !== undefined && Date.parse(slot) <= now;
  return isBegun ? 'begun' : outcome;
}
