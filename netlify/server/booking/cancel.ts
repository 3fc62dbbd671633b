import { findLead, withdrawVisit } from '#server/leads/lead';
import type { BookingDesk } from './desk.ts';
import { settleSlot } from './settle.ts';

/** `none`: the lead has no visit that could be cancelled, or no longer. `unknown`: no such lead. */
export type CancelOutcome = 'cancelled' | 'none' | 'unknown';

/**
 * Cancels the lead's visit; a repeat finds nothing to do. From the moment the lead gives its visit up the slot is
 * nobody's: settling it takes the event out and tells everybody, and when the calendar is silent or this call dies, the
 * scheduled sweep settles it.
 */
export async function cancelVisit(desk: BookingDesk, leadId: string): Promise<CancelOutcome> {
  if (!(await findLead(desk.leads, leadId))) return 'unknown';
  const change = await withdrawVisit(desk.leads, leadId, desk.now);
  const { slot, wanted } = change?.before ?? {};
  for (const start of [slot, wanted]) if (start) await settleSlot(desk, Date.parse(start));
  return slot ? 'cancelled' : 'none';
}
