import type { Lead } from '#server/leads/lead';
import type { Claim } from './claim.ts';
import type { BookingDesk } from './desk.ts';
import { finishBooking } from './finish.ts';
import { CalendarError, type EventState } from '#server/calendar/port';
import { eventId, HOLD_MS } from './slot-record.ts';
import { type SlotState, swapSlot } from './slot-store.ts';
import type { Span } from './slots.ts';
import { CHANGE_MS, LOOK_MS, release } from './undo.ts';

/** What became of the event of one generation of a slot. */
export async function standingEvent(
  { visits, now }: BookingDesk,
  span: Span,
  gen: number,
  giveUpAt = now + LOOK_MS,
): Promise<EventState> {
  return await visits.eventState({ id: eventId(visits.name, span, gen), span }, giveUpAt);
}

/**
 * Sees to it that the event of the claimed slot stands in the calendar for the lead. Answers the slot, whose generation
 * may have risen over dead events, or that somebody else has the time. Throws `CalendarError` when it cannot be known;
 * the slot is then free, being undone, or held for a moment, so that the visitor may press again.
 */
export async function putIntoCalendar(
  desk: BookingDesk,
  lead: Lead,
  span: Span,
  claim: Claim,
): Promise<SlotState | 'taken'> {
  const isBooked = claim.slot.record?.state === 'booked';
  if (!desk.visits.isOutside || isBooked) return claim.slot;
  let { slot, isFresh } = claim;
  for (let exists = false; ;) {
    // An insert that was made again and again has used up the time of the first look.
    const giveUpAt = desk.now + (exists ? CHANGE_MS : 0) + LOOK_MS;
    if (!isFresh) {
      const look = standingEvent(desk, span, slot.record?.gen ?? 0, giveUpAt);
      const event = await (exists ? orUndone(desk, span, slot, look) : look);
      if (event.state === 'alive') return await standingFor(desk, event.lead, lead.id, span, slot);
      if (event.state === 'foreign') return await giveBack(desk, span, slot);
      if (exists || event.state === 'dead') {
        const risen = await raise(desk, lead.id, span, slot);
        if (!risen) return 'taken';
        slot = risen;
      }
    }
    const isBusy = await orGivenBack(desk, span, slot, hasBusy(desk, span, giveUpAt));
    if (isBusy) return await lookAgain(desk, lead.id, span, slot);
    exists = (await orGivenBack(desk, span, slot, insert(desk, lead, span, slot))) === 'exists';
    if (!exists) return slot;
    isFresh = false;
  }
}

/** The event stands for somebody: for us, which is success, or for another, whose booking is written down for them. */
async function standingFor(
  desk: BookingDesk,
  holder: string,
  leadId: string,
  span: Span,
  slot: SlotState,
): Promise<SlotState | 'taken'> {
  if (holder === leadId) return slot;
  await adopt(desk, holder, span, slot);
  return 'taken';
}

/** Books the slot for the lead whose event stands there, although its own booking died before it could say so. */
export async function adopt(desk: BookingDesk, leadId: string, span: Span, slot: SlotState): Promise<void> {
  const change = { state: 'booked', gen: slot.record?.gen ?? 0, lead: leadId } as const;
  const booked = await swapSlot(desk.calendar, span.start, slot, change);
  if (booked) await finishBooking(desk, leadId, span, booked);
}

async function hasBusy({ visits }: BookingDesk, span: Span, giveUpAt: number): Promise<boolean> {
  const spans = await visits.busy(span, giveUpAt);
  return spans.some(({ start, end }) => start < span.end && span.start < end);
}

/** A busy time may be busy with our own event, which a twin of this call put in a moment ago. */
async function lookAgain(desk: BookingDesk, leadId: string, span: Span, slot: SlotState): Promise<SlotState | 'taken'> {
  const event = await standingEvent(desk, span, slot.record?.gen ?? 0);
  if (event.state === 'alive') return await standingFor(desk, event.lead, leadId, span, slot);
  return await giveBack(desk, span, slot);
}

/** Frees a slot for which we have put nothing into the calendar: the owner, or somebody elsewhere, has the time. */
async function giveBack(desk: BookingDesk, span: Span, slot: SlotState): Promise<'taken'> {
  await swapSlot(desk.calendar, span.start, slot, { state: 'free', gen: slot.record?.gen ?? 0 });
  return 'taken';
}

async function raise(desk: BookingDesk, lead: string, span: Span, slot: SlotState): Promise<SlotState | null> {
  const gen = (slot.record?.gen ?? 0) + 1;
  return await swapSlot(desk.calendar, span.start, slot, { state: 'held', gen, lead, until: desk.now + HOLD_MS });
}

async function insert(desk: BookingDesk, lead: Lead, span: Span, slot: SlotState): Promise<'created' | 'exists'> {
  const id = eventId(desk.visits.name, span, slot.record?.gen ?? 0);
  return await desk.visits.createEvent({ id, span, lead }, desk.now + CHANGE_MS);
}

/**
 * Waits for a call before which nothing of ours stood. When it fails the slot is undone where the event may stand now,
 * free where nothing was done and asking again is of no use, and else held for the visitor who presses again.
 */
async function orGivenBack<Result>(
  desk: BookingDesk,
  span: Span,
  slot: SlotState,
  call: Promise<Result>,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CalendarError && error.sent) await release(desk, span, slot);
    else if (error instanceof CalendarError && error.kind === 'refused') await giveBack(desk, span, slot);
    throw error;
  }
}

/**
 * Waits for a look at the event of an insert that found its id taken. When nobody can know whose event that is, it may
 * be the visitor's own: left alone, it would be booked later for somebody who was told that it was not.
 */
async function orUndone(
  desk: BookingDesk,
  span: Span,
  slot: SlotState,
  look: Promise<EventState>,
): Promise<EventState> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof CalendarError) await release(desk, span, slot);
    throw error;
  }
}
