import type { BookingDesk } from './desk.ts';
import { standingEvent } from './insert.ts';
import { CalendarError } from '#server/calendar/port';
import { HOLD_MS, isTaken, type SlotChange } from './slot-record.ts';
import type { SlotState } from './slot-store.ts';
import type { Span } from './slots.ts';
import { undo } from './undo.ts';

/** What is to be written over `slot`. `isFresh`: nobody has yet tried to put an event of its generation in. */
export interface Claim {
  readonly slot: SlotState;
  readonly change: SlotChange;
  readonly isFresh: boolean;
}

/** Whether somebody else has the slot, as far as its record alone can tell: a booking needs a look at its event too. */
export function isClosedTo({ record }: SlotState, leadId: string, now: number): boolean {
  if (!record || record.state === 'free' || record.state === 'booked' || record.lead === leadId) return false;
  return isTaken(record, now);
}

/** How the lead may claim the slot that was read, or that it may not. Frees an undoing that has run out on the way. */
export async function planClaim(
  desk: BookingDesk,
  leadId: string,
  span: Span,
  slot: SlotState,
): Promise<Claim | 'taken'> {
  const { record } = slot;
  if (isClosedTo(slot, leadId, desk.now)) return 'taken';
  if (record?.state === 'booked') return await planOverBooking(desk, leadId, span, { slot, record });
  if (record?.state !== 'undoing') {
    const isFresh = !record || record.state === 'free';
    return { slot, change: hold(desk, leadId, record?.gen ?? 0), isFresh };
  }
  const freed = await undo(desk, span, slot);
  if (!freed) throw new CalendarError('Whether the former visit has left the calendar is not known', unsure);
  return { slot: freed, change: hold(desk, leadId, freed.record?.gen ?? 0), isFresh: true };
}

const unsure = { kind: 'silent', sent: true } as const;

interface Booked {
  readonly slot: SlotState;
  readonly record: { readonly gen: number; readonly lead: string };
}

/**
 * Over a booking only when its event is dead, which is the owner's doing; the lead's own that lives is written once more.
 * The lead that loses the slot keeps pointing at it: so its visit shows as changed, neither standing nor cancelled.
 */
async function planOverBooking(
  desk: BookingDesk,
  leadId: string,
  span: Span,
  { slot, record }: Booked,
): Promise<Claim | 'taken'> {
  const event = await standingEvent(desk, span, record.gen);
  const isMine = event.state === 'alive' && event.lead === leadId;
  if (isMine) return { slot, change: { state: 'booked', gen: record.gen, lead: leadId }, isFresh: false };
  if (event.state === 'alive' || event.state === 'foreign') return 'taken';
  return { slot, change: hold(desk, leadId, record.gen + 1), isFresh: true };
}

function hold(desk: BookingDesk, lead: string, gen: number): SlotChange {
  return { state: 'held', gen, lead, until: desk.now + HOLD_MS };
}
