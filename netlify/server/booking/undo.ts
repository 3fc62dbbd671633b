import type { BookingDesk } from './desk.ts';
import { CalendarError } from '#server/calendar/port';
import { eventId, isTaken, UNDO_MS } from './slot-record.ts';
import { type SlotState, swapSlot } from './slot-store.ts';
import type { Span } from './slots.ts';

/** How long one look at the calendar may take, and all attempts to change it together. */
export const LOOK_MS = 8_000;
export const CHANGE_MS = 20_000;

/**
 * Gives the slot back, from exactly the version that was read; answers whether it was still that version. An event may
 * stand for it, so it is first marked as being undone, which keeps every booking under way from succeeding, and is
 * free when the event is known to be gone.
 */
export async function release(desk: UndoDesk, span: Span, slot: SlotState): Promise<boolean> {
  const { record } = slot;
  if (!record || record.state === 'free') return false;
  const { gen, lead } = record;
  if (!desk.visits.isOutside) {
    return (await swapSlot(desk.calendar, span.start, slot, { state: 'free', gen: gen + 1 })) !== null;
  }
  const until = isTaken(record, desk.now) ? desk.now + UNDO_MS : desk.now;
  const undoing = await swapSlot(desk.calendar, span.start, slot, { state: 'undoing', gen, lead, until });
  if (undoing) await undo(desk, span, undoing);
  return undoing !== null;
}

/**
 * Takes the event of a slot that is being undone out of the calendar. Answers the freed slot, or `null` while nobody
 * can know: the calendar is silent, or does not know the event and an insert on its way may still bring it. Then the
 * next taker, or the scheduled sweep, tries again once the undoing has run out.
 */
export async function undo(desk: UndoDesk, span: Span, slot: SlotState): Promise<SlotState | null> {
  const { record } = slot;
  if (record?.state !== 'undoing') return null;
  const answer = await deleteEvent(desk, eventId(desk.visits.name, span, record.gen));
  if (!answer || (answer === 'absent' && isTaken(record, desk.now))) return null;
  return await swapSlot(desk.calendar, span.start, slot, { state: 'free', gen: record.gen + 1 });
}

export type UndoDesk = Pick<BookingDesk, 'calendar' | 'visits' | 'now' | 'report'>;

async function deleteEvent({ visits, now, report }: UndoDesk, id: string): Promise<'deleted' | 'absent' | null> {
  try {
    return await visits.deleteEvent(id, now + CHANGE_MS + LOOK_MS);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    report(`Taking the event ${id} out of the calendar`, error);
    return null;
  }
}
