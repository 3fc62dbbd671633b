import type { CommandOf } from '#lead/command';
import type { Signed } from '#lead/decide';
import type { Overlap } from '#contracts/owner-visit';
import { FIRST_PERSON } from '#contracts/people';
import { CONSULTATION, newVisit, type Visit } from '#lead/lead';
import { bookedTime, leadOfVisit, nextVisitId, personOf, requestsSlot, timeToCome } from '#lead/visits';
import { type Interval, overlap, toSlot } from '#lib/time/interval';
import { CalendarError, unlessCalendarFails } from '#server/calendar/calendar';
import { findLead, findVisit, type LeadVersion } from '#server/leads/lead-records';
import { slotKey, standing, type TakenSlot } from '#server/slots/records';
import { bookedWindow, type Schedule, usualMinutes, visitAt, without } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import { type BookingContext, contextFor } from './context.ts';
import { type Offer, offerOf } from './offer.ts';
import { slotToCome } from './runner.ts';
import { bookAsRead, type BookingOutcome, cancelVisit, readForBooking, statusOf } from './visits.ts';
import { visitorsAt } from './visitors.ts';

/**
 * The result of the owner's change. `begun`: the visit has begun. `past`, `far`: the time is over, or more than two years
 * ahead. `overlaps`: what the time overlaps. The others are as for a booking.
 */
export type OwnerOutcome =
  | 'done'
  | 'begun'
  | 'past'
  | 'far'
  | Exclude<BookingOutcome, 'booked'>
  | { readonly overlaps: readonly Overlap[] };

type Asked = Signed<CommandOf<'book' | 'cancel'>>;

/**
 * Books, changes or cancels a visit of the lead for the owner, at any time to come. The visitor's limits (five moves,
 * three visits) do not apply. `stale`: the owner saw other visits, so nothing was done.
 */
export async function changeVisitForLead(context: BookingContext, leadId: string, asked: Asked): Promise<OwnerOutcome> {
  const found = await findLead(context.leads, leadId);
  if (!found || found.lead.isRemoving) return 'unknown';
  const { visits } = found.lead;
  const stands = await standing(context.slots, visits, context.now);
  const coming = visits.filter((visit) => stands.has(visit.id) && timeToCome(visit, context.now));
  const { from, visitId } = asked;
  const isOnScreen = ({ id, start }: Visit) => start === from && (visitId === undefined || id === visitId);
  const onScreen = visits.findLast((visit) => stands.has(visit.id) && isOnScreen(visit));
  if (asked.do === 'book') {
    // Of a visit that is named, as it was seen, another one at the asked time is no repeat.
    const isNamed = visitId !== undefined && onScreen;
    const same = !isNamed && coming.find((visit) => isAsAsked(visit, asked));
    if (same && same !== onScreen) return 'done';
    const seen = asked.isAnother ? coming[0] : onScreen;
    if ((asked.from === null ? coming.length > 0 : !seen) || (asked.isAnother && seen?.start !== asked.from)) {
      return 'stale';
    }
    const isNext = asked.isAnother || !onScreen || !timeToCome(onScreen, context.now);
    // One that was never booked is taken first: its visitor may be booking it at this moment.
    const unbooked = visits.find(({ slot, cancelledAt }) => slot === undefined && cancelledAt === undefined);
    // Somebody else has its time, so the owner books it anew.
    const lost = visits.find((visit) => timeToCome(visit, context.now) && !stands.has(visit.id));
    const next = unbooked ?? lost ?? newVisit(nextVisitId(found.lead));
    return await book(context, found, isNext ? next : onScreen, asked);
  }
  const isCancelled = (visit: Visit) => visit.slot === undefined && isOnScreen(visit);
  if (!onScreen) return visits.some(isCancelled) ? 'done' : 'stale';
  if (!timeToCome(onScreen, context.now)) return 'begun';
  const { isQuiet, by } = asked;
  const outcome = await cancelVisit(context, onScreen.id, { from: onScreen.slot ?? null, isQuiet, by });
  return outcome === 'cancelled' ? 'done' : 'stale';
}

type Booking = Extract<Asked, { do: 'book' }>;

async function book(context: BookingContext, found: LeadVersion, visit: Visit, change: Booking): Promise<OwnerOutcome> {
  const { now } = context;
  const schedule = await context.schedule();
  const { interval, visitKind } = askedVisit(schedule, visit, change);
  const { start } = toSlot(interval);
  if (interval.start <= now) return 'past';
  if (interval.start >= bookedWindow(now).end) return 'far';
  const { isQuiet, isAnyway, by } = change;
  if (isAsAsked(visit, change)) return 'done';
  const proof = { from: visit.slot ?? null, isQuiet, by, visitKind, ...(isAnyway && { isAnyway }) };
  const bookWith = async (person: string): Promise<OwnerOutcome> => {
    // Over another visit, and where the visit itself begins already, it gets a slot of its own.
    const isBeside = isAnyway || (visit.start === start && personOf(visit) === person);
    const slot = slotKey(interval.start, isBeside ? `${visit.id}/${visit.changes}` : undefined, person);
    const read = await readForBooking(context, leadOfVisit(visit.id), { slot, interval });
    const looks: Offer[] = [];
    const looked = (offer: Offer) => void looks.push(offer);
    const outcome = await bookAsRead(context, { ...read, looked }, proof, visit.id);
    if (outcome === 'booked') return 'done';
    const own = contextFor(context, person);
    if (outcome === 'taken') return isAnyway ? 'taken' : await whyTaken(own, visit, interval, looks.at(-1));
    const isBegun = outcome === 'ended' && timeToCome(visit, now) === null && visit.slot !== undefined;
    return isBegun ? 'begun' : outcome;
  };
  const named = change.person ?? (timeToCome(visit, now) ? personOf(visit) : null);
  const choose = () => visitorsAt(context, { found, schedule, asked: { interval } }, visitKind);
  const [first = FIRST_PERSON, ...others] = named ? [named] : await choose();
  const outcome = await bookWith(first);
  // If nobody else is free, the owner hears what the first choice's time overlaps.
  for (const other of isTaken(outcome) ? others : []) {
    const next = await bookWith(other);
    if (!isTaken(next)) return next;
  }
  return outcome;
}

const isTaken = (outcome: OwnerOutcome) => outcome === 'taken' || typeof outcome === 'object';

/** A moved visit keeps its length and its kind. */
function askedVisit(rules: Schedule, visit: Visit, { slot, end, kind }: Booking) {
  const moved = bookedTime(visit);
  const visitKind = kind ?? (moved ? visit.kind : CONSULTATION);
  const usual = visitAt(rules, Date.parse(slot), usualMinutes(rules, visitKind));
  const kept = moved ? usual.start + (moved.end - moved.start) : usual.end;
  const interval: Interval = { start: usual.start, end: end === undefined ? kept : Date.parse(end) };
  return { interval, visitKind };
}

/** The visit begins at the asked time, has the asked end and kind, and who is asked for makes it. */
function isAsAsked(visit: Visit, { slot, end, kind, person }: Booking): boolean {
  const time = bookedTime(visit);
  if (time?.start !== Date.parse(slot)) return false;
  if (person !== undefined && person !== personOf(visit)) return false;
  return (end === undefined || time.end === Date.parse(end)) && (kind === undefined || visit.kind === kind);
}

/**
 * A booking asks only whether its time is free, and not even that of a taken slot: here the owner hears why not. A visitor
 * who gives way in this moment may still be named.
 */
async function whyTaken(context: BookingContext, visit: Visit, interval: Interval, looked: Offer | undefined) {
  const look = async () => {
    const isWhole = looked && !(looked.busy instanceof CalendarError);
    const offer = isWhole ? looked : await offerOf(context, interval, { moved: slotToCome(visit, context.now) });
    return await overlapsOf(context, offer, interval);
  };
  const overlaps = await unlessCalendarFails(look(), (error) => {
    context.report('Looking for what a visit overlaps', error);
    return [];
  });
  return overlaps.length > 0 ? { overlaps } : 'taken';
}

/** All that the visit would overlap at this time. Throws when a store or the calendar fails. */
async function overlapsOf(
  context: BookingContext,
  { closings, visits, busy }: Offer,
  interval: Interval,
): Promise<Overlap[]> {
  if (busy instanceof CalendarError) throw busy;
  const known = (await Promise.all(visits.map((slot) => visitOver(context, slot)))).flat();
  const others = known.reduce<readonly Interval[]>((times, { time }) => without(times, time), busy);
  return [
    ...known.map(({ name, time }): Overlap => ({ what: 'visit', name, ...toSlot(time) })),
    ...closings,
    ...others.filter((time) => overlap(time, interval)).map((time): Overlap => ({ what: 'busy', ...toSlot(time) })),
  ];
}

/**
 * The visit in a slot, with its visitor's name unless the lead cannot be read; none if it has been given up, or was moved
 * by the owner in the calendar.
 */
async function visitOver(context: BookingContext, { key, record, interval: time }: TakenSlot) {
  const found = record && (await unlessUnreadable(findVisit(context.leads, record.visit), () => null));
  if (!found) return [{ name: undefined, time }];
  if (!requestsSlot(found.visit, key)) return [];
  const isElsewhere = found.visit.slot === key && (await statusOf(context, found)).state === 'changed';
  return isElsewhere && record.state === 'booked' ? [] : [{ name: found.lead.request.name, time }];
}
