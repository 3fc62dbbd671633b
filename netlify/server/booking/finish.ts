import { markBooked } from '#server/leads/lead';
import type { BookingOutcome } from './booking.ts';
import type { BookingDesk } from './desk.ts';
import { settleSlot } from './settle.ts';
import { eventId } from './slot-record.ts';
import type { SlotState } from './slot-store.ts';
import { type Span, toSlot } from './slots.ts';

/**
 * What follows once a slot is booked: the lead has it as its visit, everybody is told, and the visit that it had before
 * is given up. Each step may be done again by whoever finds it undone.
 */
export async function finishBooking(
  desk: BookingDesk,
  leadId: string,
  span: Span,
  { record }: SlotState,
): Promise<Extract<BookingOutcome, 'booked' | 'superseded'>> {
  const marked = await markBooked(desk.leads, leadId, toSlot(span).start, desk.now);
  if (!marked) {
    await settleSlot(desk, span.start);
    return 'superseded';
  }
  const { lead, former } = marked;
  const length = span.end - span.start;
  const before = former === null ? null : { start: Date.parse(former), end: Date.parse(former) + length };
  const id = eventId(desk.visits.name, span, record?.gen ?? 0);
  await desk.tell({ kind: 'booked', lead, span, eventId: id, ...(before && { former: before }) });
  if (before) await settleSlot(desk, before.start);
  return 'booked';
}
