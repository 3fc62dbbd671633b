import pMap from 'p-map';
import type { BlockedVisit } from '#contracts/hours';
import { requestsSlot } from '#server/booking/admission';
import { findLead } from '#server/leads/lead';
import { isTaken, type SlotRecord, slotsWithin } from '#server/slots/records';
import { isBlocked, offeredWindow, type Schedule, toSlot, visitAt } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import type { BookingContext } from './context.ts';
import { visitStatus } from './visits.ts';

/** Of the calendar. */
const MAX_LOOKS_AT_ONCE = 8;

/**
 * The visits to come that stand where `schedule` lets nobody book any more, soonest first: those that are booked, and those
 * that a visitor is booking now. What the owner has moved or deleted in the calendar is left out.
 *
 * Whoever blocks a time writes it down first and asks here after that; whoever books holds the slot first and looks at the
 * schedule after that (`isClosedNow`). So a visit that comes at the same moment is refused there or listed here.
 */
export async function blockedVisits(context: BookingContext, schedule: Schedule): Promise<BlockedVisit[]> {
  const { calendar, now } = context;
  const window = offeredWindow(schedule, now);
  // A visit is where it was booked, also if fewer days ahead are offered by now.
  const slots = await slotsWithin(calendar, { ...window, end: window.end + (window.end - window.start) });
  const within = slots.filter(
    ({ start, record }) => isTaken(record, now) && isBlocked(schedule, visitAt(schedule, start)),
  );
  const visits = await pMap(within, ({ start, record }) => visitOf(context, start, record), {
    concurrency: MAX_LOOKS_AT_ONCE,
  });
  return visits.flatMap((visit) => visit ?? []);
}

async function visitOf(context: BookingContext, start: number, record: SlotRecord): Promise<BlockedVisit | null> {
  if (record.state !== 'booked' && record.state !== 'held') return null;
  const { start: instant } = toSlot({ start, end: start });
  const found = await unlessUnreadable(findLead(context.leads, record.lead), () => null);
  if (!found || !requestsSlot(found.lead, instant)) return null;
  const { slot, request } = found.lead;
  const isBooked = slot === instant;
  if (isBooked && (await visitStatus(context, record.lead))?.state === 'changed') return null;
  const { name, serviceInterest } = request;
  return { leadId: record.lead, name, serviceInterest, start: instant, isBooked };
}
