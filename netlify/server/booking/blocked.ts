import pMap from 'p-map';
import type { BlockedVisit } from '#contracts/hours';
import { ownersDecision, requestsSlot } from '#server/booking/admission';
import { findLead } from '#server/leads/lead';
import { isTaken, type SlotRecord, slotsWithin, visitIn } from '#server/slots/records';
import { awayWithin, bookedWindow, type Interval, isBlocked, type Schedule, toSlot } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import type { BookingContext } from './context.ts';
import { visitStatus } from './visits.ts';

const MAX_LOOKS_AT_ONCE = 8;

/**
 * The coming visits at times that `schedule` closes, soonest first: the booked ones, and those that a visitor is
 * booking now. Leaves out a visit that the owner moved or deleted in the calendar.
 *
 * Call it after storing the blocked time. A booking holds its slot first and reads the schedule after that
 * (`isClosedNow`). So a simultaneous booking is refused there or listed here.
 */
export async function blockedVisits(context: BookingContext, schedule: Schedule): Promise<BlockedVisit[]> {
  const { calendar, now } = context;
  const slots = await slotsWithin(calendar, bookedWindow(now));
  const within = slots.filter(
    ({ start, record }) => isTaken(record, now) && isBlocked(schedule, visitIn(start, record)),
  );
  const isAway = (visit: Interval) => awayWithin(schedule, visit).length > 0;
  const lookAt = ({ start, record }: (typeof within)[number]) =>
    visitOf(context, { start, record, isAway: isAway(visitIn(start, record)) });
  const visits = await pMap(within, lookAt, {
    concurrency: MAX_LOOKS_AT_ONCE,
  });
  return visits.flatMap((visit) => visit ?? []);
}

async function visitOf(
  context: BookingContext,
  { start, record, isAway }: { start: number; record: SlotRecord; isAway: boolean },
): Promise<BlockedVisit | null> {
  if (record.state !== 'booked' && record.state !== 'held') return null;
  const { start: instant } = toSlot({ start, end: start });
  const found = await unlessUnreadable(findLead(context.leads, record.lead), () => null);
  if (!found || !requestsSlot(found.lead, instant)) return null;
  const { slot, request } = found.lead;
  // The owner has said so of the hours. A time away may be newer.
  if (!isAway && ownersDecision(found.lead, instant)?.isAnyway) return null;
  const isBooked = slot === instant;
  if (isBooked && (await visitStatus(context, record.lead))?.state === 'changed') return null;
  const { name, serviceInterest } = request;
  return { leadId: record.lead, name, serviceInterest, start: instant, isBooked };
}
