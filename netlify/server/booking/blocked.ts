import { toSlot } from '#lib/time/interval';
import { ownersDecision, personOfSlot, requestsSlot } from '#lead/visits';
import { findVisit } from '#server/leads/lead-records';
import pMap from 'p-map';
import type { BlockedVisit } from '#contracts/hours';
import { type TakenSlot, takenSlots } from '#server/slots/records';
import { bookedWindow, type Schedule } from '#server/slots/times';
import { whyUnmanned } from '#server/slots/unmanned';
import { unlessUnreadable } from '#server/storage/port';
import type { BookingContext } from './context.ts';
import { statusOf } from './visits.ts';

const MAX_LOOKS_AT_ONCE = 8;

/**
 * The coming visits that nobody makes by `schedule`, soonest first: the booked ones, and those that a visitor is
 * booking now. Leaves out a visit that the owner moved or deleted in the calendar.
 *
 * Call it after storing the blocked time. A booking holds its slot first and reads the schedule after that
 * (`offerOf`). So a simultaneous booking is refused there or listed here.
 */
export async function blockedVisits(context: BookingContext, schedule: Schedule): Promise<BlockedVisit[]> {
  const { slots, now } = context;
  const window = bookedWindow(now);
  const taken = (await takenSlots(slots, window, now)).filter(({ interval }) => interval.start >= window.start);
  const look = async ({ key, interval, record }: TakenSlot): Promise<BlockedVisit[]> => {
    if (!record || record.state === 'releasing') return [];
    const whyIf = (isAnyway?: boolean) => whyUnmanned(schedule, { slot: key, interval, kind: record.kind, isAnyway });
    if (!whyIf()) return [];
    const found = await unlessUnreadable(findVisit(context.leads, record.visit), () => null);
    if (!found || !requestsSlot(found.visit, key)) return [];
    const why = whyIf(ownersDecision(found.visit, key)?.isAnyway);
    if (!why) return [];
    const isBooked = found.visit.slot === key;
    if (isBooked && (await statusOf(context, found)).state === 'changed') return [];
    const { name, serviceInterest } = found.lead.request;
    const ofSeveral = schedule.people && { person: personOfSlot(key), why };
    return [{ leadId: record.lead, name, serviceInterest, start: toSlot(interval).start, isBooked, ...ofSeveral }];
  };
  return (await pMap(taken, look, { concurrency: MAX_LOOKS_AT_ONCE })).flat();
}
