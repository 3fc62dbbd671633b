import { findLead, type Lead, wantSlot, wantsSlot } from '#server/leads/lead';
import { type Claim, isClosedTo, planClaim } from './claim.ts';
import type { BookingDesk } from './desk.ts';
import { finishBooking } from './finish.ts';
import { putIntoCalendar, standingEvent } from './insert.ts';
import { CalendarError } from '#server/calendar/port';
import { settleSlot } from './settle.ts';
import { readSlot, type SlotState, swapSlot } from './slot-store.ts';
import { isOffered, type Span, toSlot } from './slots.ts';

/**
 * `unknown`: no such lead. `taken`: somebody else has the slot. `closed`: not a time that is offered.
 * `superseded`: the same visitor has meanwhile asked for another time, or cancelled. `unconfirmed`: the calendar did
 * not say whether the visit stands in it; asking again finds out. `refused`: the calendar does not let us in.
 */
export type BookingOutcome = 'booked' | 'unknown' | 'taken' | 'closed' | 'superseded' | 'unconfirmed' | 'refused';

/**
 * Books the visit for the lead, or says why not; a visit that it had at another time is given up once this one stands.
 * Safe against every interleaving with other bookings, against a death at any step and against a calendar that does
 * what it is asked and loses the answer, with no lock: the slot's record decides who has the slot, the lead decides
 * which slot it wants, and each changes by compare-and-swap only (design, section 5).
 *
 * The order is what makes it safe. The lead wants the slot before the slot is held, so that whatever is held or booked
 * for a lead that does not want it is nobody's and may be freed (`settleSlot`). After the hold, which always writes,
 * the lead is read once more, so that of two bookings of one lead the later one wins.
 *
 * A repeat of a booking that succeeded is a success again, whatever the time is by then.
 */
export async function bookSlot(desk: BookingDesk, leadId: string, span: Span): Promise<BookingOutcome> {
  const found = await findLead(desk.leads, leadId);
  if (!found) return 'unknown';
  try {
    return await book(desk, found.lead, span);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    desk.report(`Booking a visit for ${leadId}`, error);
    return error.kind === 'refused' ? 'refused' : 'unconfirmed';
  }
}

async function book(desk: BookingDesk, lead: Lead, span: Span): Promise<BookingOutcome> {
  const start = toSlot(span).start;
  const slot = await readSlot(desk.calendar, span.start);
  if (lead.slot === start && isBookedFor(slot, lead.id) && (await stands(desk, lead.id, span, slot))) {
    return await finishBooking(desk, lead.id, span, slot);
  }
  if (!isOffered(desk.rules, span, desk.now)) return 'closed';
  if (isClosedTo(slot, lead.id, desk.now)) return 'taken';
  const plan = await planClaim(desk, lead.id, span, slot);
  if (plan === 'taken') return 'taken';

  const former = await wantSlot(desk.leads, lead.id, start);
  if (former) await settleSlot(desk, Date.parse(former));
  const claim = await claimSlot(desk, lead.id, span, plan);
  if (claim === 'taken') return 'taken';
  const claimed = (await findLead(desk.leads, lead.id))?.lead;
  if (!claimed || !wantsSlot(claimed, start)) {
    await settleSlot(desk, span.start);
    return 'superseded';
  }
  const held = await putIntoCalendar(desk, claimed, span, claim);
  if (held === 'taken') return 'taken';
  return await confirmSlot(desk, lead.id, span, held);
}

function isBookedFor({ record }: SlotState, leadId: string): boolean {
  return record?.state === 'booked' && record.lead === leadId;
}

/** Whether the lead's booked visit is still in the calendar: the owner may have moved or deleted it. */
async function stands(desk: BookingDesk, leadId: string, span: Span, slot: SlotState): Promise<boolean> {
  const event = await standingEvent(desk, span, slot.record?.gen ?? 0);
  return event.state === 'alive' && event.lead === leadId;
}

/** Holds the slot for the lead. Writes even what the lead had booked already: a settling under way must lose. */
async function claimSlot(
  desk: BookingDesk,
  leadId: string,
  span: Span,
  first: Claim,
): Promise<(Claim & { slot: SlotState }) | 'taken'> {
  for (let claim: Claim | 'taken' = first; claim !== 'taken';) {
    const held = await swapSlot(desk.calendar, span.start, claim.slot, claim.change);
    if (held) return { ...claim, slot: held };
    claim = await planClaim(desk, leadId, span, await readSlot(desk.calendar, span.start));
  }
  return 'taken';
}

/**
 * Turns the hold into a booking. When the record has changed meanwhile, the event decides, for it belongs to the
 * generation: whoever else holds this generation will find it, so it is booked for its lead over their hold.
 */
async function confirmSlot(desk: BookingDesk, leadId: string, span: Span, held: SlotState): Promise<BookingOutcome> {
  const gen = held.record?.gen ?? 0;
  for (let slot = held; ; slot = await readSlot(desk.calendar, span.start)) {
    const { record } = slot;
    if (isBookedFor(slot, leadId)) return await finishBooking(desk, leadId, span, slot);
    if (record?.state === 'undoing') return 'unconfirmed';
    const isMine = record?.state === 'held' && record.lead === leadId;
    if (!isMine && (!desk.visits.isOutside || record?.gen !== gen)) return await whyLost(desk, leadId, span);
    const booked = await swapSlot(desk.calendar, span.start, slot, {
      state: 'booked',
      gen: record?.gen ?? gen,
      lead: leadId,
    });
    if (booked) return await finishBooking(desk, leadId, span, booked);
  }
}

async function whyLost(desk: BookingDesk, leadId: string, span: Span): Promise<BookingOutcome> {
  const lead = (await findLead(desk.leads, leadId))?.lead;
  return wantsSlot(lead, toSlot(span).start) ? 'taken' : 'superseded';
}
