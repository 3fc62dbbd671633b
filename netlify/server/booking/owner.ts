import type { Overlap, VisitByOwner } from '#contracts/owner-visit';
import { CalendarError } from '#server/calendar/port';
import { findLead, type Lead } from '#server/leads/lead';
import { visitOfLead, visitToCome } from '#server/leads/lead-visits';
import { CONSULTATION, type TakenSlot, visitsOf } from '#server/slots/records';
import { bookedWindow, type Interval, overlap, type Schedule, toSlot, visitAt, without } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import { type BookingContext, scheduleOf } from './context.ts';
import { requestsSlot } from './admission.ts';
import { offerOf } from './offer.ts';
import { type BookingOutcome, bookSlot, cancelVisit, visitStatus } from './visits.ts';

/**
 * The result of the owner's change. `begun`: the visit has begun. `past`, `far`: the time is over, or more than two years
 * ahead. `sameStart`: another visit begins at that minute. `sameVisit`: the visit begins then, with another end or kind.
 * `overlaps`: what the time overlaps. The others are as for a booking.
 */
export type OwnerOutcome =
  | 'done'
  | 'begun'
  | 'past'
  | 'far'
  | 'sameStart'
  | 'sameVisit'
  | Exclude<BookingOutcome, 'booked'>
  | { readonly overlaps: readonly Overlap[] };

/**
 * Books, moves or cancels a lead's visit for the owner, at any time to come. The visitor's limits (five moves, three
 * visits) do not apply, and a canceled visit may be booked again. `stale`: the owner saw another visit, so nothing was
 * done. `change.by`: who of us does it.
 */
export async function changeVisitForLead(
  context: BookingContext,
  leadId: string,
  change: VisitByOwner & { readonly by: string },
): Promise<OwnerOutcome> {
  const lead = (await findLead(context.leads, leadId))?.lead;
  if (!lead || lead.isRemoving) return 'unknown';
  const visit = (await visitsOf(context.calendar, [lead], context.now)).get(leadId) ?? null;
  if (change.action === 'book') return await book(context, lead, visit, change);
  if (lead.cancelledSlot === change.from) return 'done';
  if (visit !== change.from) return 'stale';
  if (Date.parse(visit) <= context.now) return 'begun';
  const outcome = await cancelVisit(context, leadId, {
    from: lead.slot ?? null,
    isQuiet: change.isQuiet,
    by: change.by,
  });
  if (outcome === 'cancelled') return 'done';
  const after = (await findLead(context.leads, leadId))?.lead;
  return after?.cancelledSlot === change.from ? 'done' : 'stale';
}

type Booking = Extract<VisitByOwner, { action: 'book' }> & { readonly by: string };

async function book(context: BookingContext, lead: Lead, visit: string | null, change: Booking): Promise<OwnerOutcome> {
  const { now } = context;
  const { interval, visitKind } = askedVisit(await scheduleOf(context), now, lead, change);
  const { start } = toSlot(interval);
  if (visit === start) {
    if (isOther(lead, change)) return 'sameVisit';
  } else {
    if (visit !== change.from) return 'stale';
    if (interval.start <= now) return 'past';
    if (interval.start >= bookedWindow(now).end) return 'far';
  }
  // A lead may point at a slot that is no longer its visit. The owner saw none.
  const { isQuiet, isAnyway, by } = change;
  const proof = { from: lead.slot ?? null, isQuiet, by, visitKind, ...(isAnyway && { isAnyway }) };
  const outcome = await bookSlot(context, lead.id, interval, proof);
  if (outcome === 'booked') return 'done';
  if (outcome === 'taken') return await whyTaken(context, lead, interval, change);
  const isBegun = outcome === 'ended' && lead.slot !== undefined && Date.parse(lead.slot) <= now;
  return isBegun ? 'begun' : outcome;
}

/** A moved visit keeps its length and its kind. */
function askedVisit(rules: Schedule, now: number, lead: Lead, { slot, end, kind }: Booking) {
  const moved = visitToCome(lead, now);
  const usual = visitAt(rules, Date.parse(slot));
  const kept = moved ? usual.start + (moved.end - moved.start) : usual.end;
  const interval: Interval = { start: usual.start, end: end === undefined ? kept : Date.parse(end) };
  return { interval, visitKind: kind ?? (moved && lead.slotKind) ?? CONSULTATION };
}

/** The lead's visit begins at the asked time, but has another end or kind. */
function isOther(lead: Lead, { end, kind }: Booking): boolean {
  const isLonger = end !== undefined && visitOfLead(lead)?.end !== Date.parse(end);
  return isLonger || (kind !== undefined && (lead.slotKind ?? CONSULTATION) !== kind);
}

/** The booking asks only whether its time is free: here the owner hears why not. */
async function whyTaken(
  context: BookingContext,
  lead: Lead,
  interval: Interval,
  { isAnyway }: Booking,
): Promise<OwnerOutcome> {
  try {
    const overlaps = await overlapsOf(context, lead, interval);
    if (overlaps.some(({ what, start }) => what === 'visit' && start === toSlot(interval).start)) return 'sameStart';
    return overlaps.length > 0 && !isAnyway ? { overlaps } : 'taken';
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    context.report('Looking for what a visit overlaps', error);
    return 'taken';
  }
}

/** All that a visit of the lead at this time would overlap. Throws when a store or the calendar fails. */
async function overlapsOf(context: BookingContext, lead: Lead, interval: Interval): Promise<Overlap[]> {
  const { closings, visits, busy } = await offerOf(context, interval, { moved: visitToCome(lead, context.now) });
  if (busy instanceof CalendarError) throw busy;
  const known = (await Promise.all(visits.map((slot) => visitOver(context, lead, slot)))).flat();
  const others = known.reduce<readonly Interval[]>((times, { time }) => without(times, time), busy);
  return [
    ...known.map(({ name, time }): Overlap => ({ what: 'visit', name, ...toSlot(time) })),
    ...closings,
    ...others.filter((time) => overlap(time, interval)).map((time): Overlap => ({ what: 'busy', ...toSlot(time) })),
  ];
}

interface VisitOver {
  /** Of its visitor; absent if the lead cannot be read. */
  readonly name: string | undefined;
  readonly time: Interval;
}

/** The visit in a slot; none if it is the lead's own, has been given up, or was moved by the owner in the calendar. */
async function visitOver(
  context: BookingContext,
  { id }: Lead,
  { record, interval: time }: TakenSlot,
): Promise<VisitOver[]> {
  if (record?.lead === id && time.start > context.now) return [];
  const found = record && (await unlessUnreadable(findLead(context.leads, record.lead), () => null));
  if (!found) return [{ name: undefined, time }];
  const { start } = toSlot(time);
  if (!requestsSlot(found.lead, start)) return [];
  const isElsewhere = found.lead.slot === start && (await visitStatus(context, record.lead))?.state === 'changed';
  return isElsewhere && record.state === 'booked' ? [] : [{ name: found.lead.request.name, time }];
}
