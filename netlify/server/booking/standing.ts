import { findLead, type Lead } from '#server/leads/lead';
import type { BookingDesk } from './desk.ts';
import { CalendarError } from '#server/calendar/port';
import { eventId, type SlotRecord } from './slot-record.ts';
import { readSlot } from './slot-store.ts';
import { type Span, visitAt } from './slots.ts';

/**
 * How a lead's visit stands. `past`: it has begun. `changed`: the owner has moved its event in the calendar, or deleted
 * it, and somebody else may have the time. `none`: nothing is booked.
 */
export type Standing =
  | { readonly state: 'booked' | 'past'; readonly lead: Lead; readonly span: Span }
  | { readonly state: 'changed' | 'cancelled' | 'none'; readonly lead: Lead };

/** ms. Whoever looks at the visit is not kept waiting for a calendar that does not answer: the record counts then. */
const PATIENCE_MS = 5000;

/** How the visit of the lead stands, or `null` when there is no such lead. Reads, and changes nothing. */
export async function standingOf(desk: BookingDesk, leadId: string): Promise<Standing | null> {
  const found = await findLead(desk.leads, leadId);
  if (!found) return null;
  const { lead } = found;
  if (!lead.slot) return { state: lead.cancelledAt ? 'cancelled' : 'none', lead };
  const start = Date.parse(lead.slot);
  const span = visitAt(desk.rules, start);
  if (start <= desk.now) return { state: 'past', lead, span };
  const { record } = await readSlot(desk.calendar, start);
  if (record?.state !== 'booked' || record.lead !== leadId) return { state: 'changed', lead };
  return (await isInCalendar(desk, record, span)) ? { state: 'booked', lead, span } : { state: 'changed', lead };
}

async function isInCalendar(
  { visits, now }: BookingDesk,
  record: SlotRecord & { state: 'booked' },
  span: Span,
): Promise<boolean> {
  try {
    const event = await visits.eventState({ id: eventId(visits.name, span, record.gen), span }, now + PATIENCE_MS);
    return event.state === 'alive' && event.lead === record.lead;
  } catch (error) {
    if (error instanceof CalendarError) return true;
    throw error;
  }
}
