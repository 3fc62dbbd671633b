import type { CalendarFailure, EventState } from '#server/calendar/calendar';
import { isTaken, type SlotChange } from '#server/slots/records';
import { MINUTE } from '#lib/time/units';
import type { ByOwner } from '#server/booking/admission';

/** The aim of a run of the machine in one slot. */
export type Intent = Booking | Upkeep;

/** Book the slot for the visit. */
export interface Booking {
  readonly kind: 'book';
  /** Its id. */
  readonly visit: string;
  /** The visit had the slot when the run began: a repeat. */
  readonly isRepeat: boolean;
  /** The hours and the notice allow the slot now. The owner may book any. */
  readonly isOffered: boolean;
  /** The owner books it. */
  readonly byOwner?: Omit<ByOwner, 'from'>;
}

/** Settle the slot. `sweep`: also finish a dead process's booking. `evict`: remove a free slot's newest event. */
export interface Upkeep {
  readonly kind: 'reconcile' | 'sweep' | 'evict';
}

/**
 * `closed`: not an offered time. `taken`: another visit has it. `superseded`: the visitor now wants another time, or
 * canceled. `abandoned`: the same, with a hold that is still to be reconciled. `full`: the visitor has no visits left.
 * `unconfirmed`: the calendar did not answer; asking again finds out. `refused`: the calendar denies us access, or a
 * restore has not ended.
 */
export type BookingEnd =
  | 'booked'
  | 'closed'
  | 'taken'
  | 'superseded'
  | 'abandoned'
  | Exclude<QuotaTaken, 'taken'>
  | 'unconfirmed'
  | 'refused';

/**
 * `taken`: the visitor may have one more visit. `full`: the person has no visits left. `networkFull`: the network.
 * `callFirst`: people whom nobody has reached hold half of the times, so the owner calls this one first.
 */
export type QuotaTaken = 'taken' | 'full' | 'networkFull' | 'callFirst';

/** `kept`: nothing to release, or not yet. */
export type UpkeepEnd = 'kept' | 'released';

/**
 * A run's knowledge of one slot. An absent field was not read, or is stale. `notified`, `event`, `busy`, `exists` and
 * `deleted` are about the event with the record's number.
 */
export interface Knowledge {
  /** Events live outside our storage. Otherwise the record is the event. */
  readonly isOutside: boolean;
  /** Last read or written; `null` for an untouched slot. */
  readonly record?: SlotChange | null;
  /** `none`: nothing of this run stands. `ours`: the record is our last write. `lost`: another run overwrote it. */
  readonly hold: 'none' | 'ours' | 'lost';
  /** The visit that is booked, read after its hold; when reconciling, the record's. `null`: there is none. */
  readonly visit?: PointerSeen | null;
  /** Everybody was told that the record's visit is canceled. */
  readonly notified?: boolean;
  readonly event?: EventState | undefined;
  readonly busy?: boolean;
  /** An insert found the event's id taken. */
  readonly exists?: boolean;
  /** The result of deleting the event. `unknown`: the calendar did not say. */
  readonly deleted?: 'deleted' | 'absent' | 'unknown';
  readonly failure?: Failure;
  /** The visit points at the slot; `false` if it may not have it any more. */
  readonly pointed?: boolean;
  readonly quota?: QuotaTaken;
  /** The number of the event that stands for the visit. */
  readonly ownEvent?: number;
  /** `superseded`: the visit no longer wants the slot. */
  readonly finished?: 'booked' | 'superseded';
}

/** `isQuiet`: the visitor is not told of the release. */
interface PointerSeen {
  readonly pointsHere: boolean;
  readonly isCancelled: boolean;
  readonly isQuiet?: boolean;
}

export interface Failure {
  readonly of: 'event' | 'busy' | 'insert';
  readonly kind: CalendarFailure;
}

export type Reading = 'record' | 'visit' | 'event' | 'busy';
export type Call = 'point' | 'takeQuota' | 'insert' | 'delete' | 'finish' | 'notifyCancelled';

export type Step<End> =
  | { readonly read: Reading }
  | { readonly call: Call }
  /** Overwrites exactly the version that was read. `thenEnd`: the run's end after this write. */
  | { readonly write: SlotChange; readonly thenEnd?: End }
  | { readonly end: End };

/** How long a slot stays held, in ms: twice the life of a function, which is 60 seconds at most. */
export const HOLD_MS = 120_000;

/** The same for a release, which may begin at the end of a function's life. */
export const RELEASE_MS = HOLD_MS + MINUTE;

type Held = Extract<SlotChange, { state: 'held' }>;
type Booked = Extract<SlotChange, { state: 'booked' }>;
type Releasing = Extract<SlotChange, { state: 'releasing' }>;

/** The next step, from all that was seen. Pure; `now` in ms. docs/booking.md draws the table and explains its order. */
export function next(intent: Intent, seen: Knowledge, now: number): Step<BookingEnd | UpkeepEnd> {
  const { record } = seen;
  if (record === undefined) return { read: 'record' };
  if (intent.kind === 'book') return book(intent, seen, record, now);
  if (intent.kind === 'evict') return evict(seen, record, now);
  return reconcile(intent.kind, seen, record, now);
}

function book(booking: Booking, seen: Knowledge, record: SlotChange | null, now: number): Step<BookingEnd> {
  if (seen.failure) return giveUp(seen.failure, seen, record, now);
  if (!record || seen.hold === 'none') return beforeHold(booking, seen, record, now);
  const isOurs = seen.hold === 'ours';
  const isItsOwn = record.state !== 'free' && record.visit === booking.visit;
  if (record.state === 'booked' && (isOurs || isItsOwn)) return finish(booking, seen, record);
  if (record.state === 'held' && isOurs && isItsOwn) return whileHeld(booking, seen, record, now);
  return onceLost(booking, seen, record);
}

/** This run has written nothing yet: may the visit have the slot? */
function beforeHold(booking: Booking, seen: Knowledge, record: SlotChange | null, now: number): Step<BookingEnd> {
  if (record?.state === 'booked') return overBooking(booking, seen, record, now);
  if (!booking.isOffered) return { end: 'closed' };
  if (!record || record.state === 'free') return reserveThen(seen, hold(booking.visit, record?.eventNumber ?? 0, now));
  if (record.visit !== booking.visit && isTaken(record, now)) return { end: 'taken' };
  if (record.state === 'releasing') return freeAfterDelete(seen, record, now, 'unconfirmed');
  return reserveThen(seen, hold(booking.visit, record.eventNumber, now));
}

/**
 * Takes over a booked slot only if the owner has deleted its event. The visit that loses the slot still points at it, so
 * it shows as changed, not as booked or canceled. A repeat writes the visit's own booking again, so that a release in
 * progress loses its swap.
 */
function overBooking(booking: Booking, seen: Knowledge, record: Booked, now: number): Step<BookingEnd> {
  const isRepeat = booking.isRepeat && record.visit === booking.visit;
  if (!isRepeat && !booking.isOffered) return { end: 'closed' };
  const event = eventOf(seen, record);
  if (!event) return { read: 'event' };
  const isOurs = event.state === 'alive' && event.visit === booking.visit;
  if (isRepeat && isOurs) return finish(booking, seen, record);
  if (!booking.isOffered) return { end: 'closed' };
  if (isOurs) return reserveThen(seen, confirmFor(booking.visit, record.eventNumber));
  if (event.state === 'alive' || event.state === 'foreign') return { end: 'taken' };
  return reserveThen(seen, hold(booking.visit, record.eventNumber + 1, now));
}

/**
 * A slot that no visit points at is nobody's, so the visit points at it before the first write. If it may not have the
 * slot any more, it was canceled a moment ago: the run is superseded.
 */
function reserveThen({ pointed }: Knowledge, write: SlotChange): Step<BookingEnd> {
  if (pointed === false) return { end: 'superseded' };
  return pointed ? { write } : { call: 'point' };
}

/** We hold the slot: make the event, then book. */
function whileHeld({ visit }: Booking, seen: Knowledge, record: Held, now: number): Step<BookingEnd> {
  if (seen.visit === undefined) return { read: 'visit' };
  if (!seen.visit?.pointsHere) return { end: 'abandoned' };
  const event = eventOf(seen, record);
  if (!event) return { read: 'event' };
  if (event.state === 'alive') return { write: confirmFor(event.visit, record.eventNumber) };
  if (event.state === 'foreign' || seen.busy) return { write: free(record.eventNumber), thenEnd: 'taken' };
  if (event.state === 'dead' || seen.exists) return { write: hold(visit, record.eventNumber + 1, now) };
  if (seen.busy === undefined) return { read: 'busy' };
  if (seen.quota === undefined) return { call: 'takeQuota' };
  return seen.quota === 'taken' ? { call: 'insert' } : { write: free(record.eventNumber), thenEnd: seen.quota };
}

/**
 * Another run overwrote our hold. If our event stands, it decides: the holder of its number will find it. A run
 * holds only once, or two runs of one visit could take the slot from each other for ever.
 */
function onceLost({ visit }: Booking, seen: Knowledge, record: SlotChange): Step<BookingEnd> {
  if (seen.ownEvent === record.eventNumber && record.state !== 'booked') {
    if (record.state === 'releasing') return { end: 'unconfirmed' };
    const isOurs = record.state === 'held' && record.visit === visit;
    if (isOurs || seen.isOutside) return { write: confirmFor(visit, record.eventNumber) };
  }
  if (seen.visit === undefined) return { read: 'visit' };
  return { end: seen.visit?.pointsHere ? 'taken' : 'superseded' };
}

/** The slot is booked, for us or for the visit whose event we found. */
function finish(booking: Booking, { finished }: Knowledge, record: Booked): Step<BookingEnd> {
  if (!finished) return { call: 'finish' };
  return { end: record.visit === booking.visit ? finished : 'taken' };
}

/**
 * The calendar failed. If our event may stand, release the slot, since its visitor hears "not confirmed". If nothing
 * was done and a repeat is useless, free it. Else keep the hold for the visitor's next try.
 */
function giveUp({ of, kind }: Failure, seen: Knowledge, record: SlotChange | null, now: number): Step<BookingEnd> {
  const outcome = kind === 'refused' ? 'refused' : 'unconfirmed';
  if (seen.hold !== 'ours' || !record) return { end: outcome };
  if (record.state === 'releasing') return freeAfterDelete(seen, record, now, outcome, outcome);
  if (record.state !== 'held') return { end: outcome };
  const mayStand = kind === 'outcomeUnknown' || (of === 'event' && seen.exists);
  if (mayStand) return { write: markReleasing(seen, record, now) };
  if (kind === 'refused' && of !== 'event') return { write: free(record.eventNumber), thenEnd: 'refused' };
  return { end: outcome };
}

/**
 * No booking is in progress. Releases the slot if its visit does not point at it, or if its hold expired without an
 * event. If a hold expired and its event stands, its booking died before the end: books the slot for its visit. Reads
 * the slot's record before the visit's: if the visit comes back meanwhile it writes the slot, and our swap fails.
 */
function reconcile(kind: Upkeep['kind'], seen: Knowledge, record: SlotChange | null, now: number): Step<UpkeepEnd> {
  if (!record || record.state === 'free' || seen.failure) return { end: 'kept' };
  if (record.state === 'releasing') return outOfRelease(seen, record, now);
  if (record.state === 'booked' && seen.hold === 'ours') return seen.finished ? { end: 'kept' } : { call: 'finish' };
  if (seen.visit === undefined) return { read: 'visit' };
  if (seen.visit?.pointsHere) return ofItsVisit(kind, seen, record, now);
  // A visit stays in its lead, and a removal frees the slot before the lead goes: a hand took it, and health names it.
  if (kind === 'sweep' && record.state === 'booked' && !seen.visit) return { end: 'kept' };
  const isToBeTold = record.state === 'booked' && seen.visit?.isCancelled && !seen.notified;
  if (isToBeTold) return { call: 'notifyCancelled' };
  return release(seen, record, now);
}

/** The visit points at the slot that is held or booked for it. */
function ofItsVisit(kind: Upkeep['kind'], seen: Knowledge, record: Held | Booked, now: number): Step<UpkeepEnd> {
  if (record.state === 'booked') {
    return kind === 'sweep' && !seen.finished ? { call: 'finish' } : { end: 'kept' };
  }
  if (isTaken(record, now)) return { end: 'kept' };
  const event = eventOf(seen, record);
  if (!event) return { read: 'event' };
  if (event.state === 'alive') return { write: confirmFor(event.visit, record.eventNumber) };
  if (event.state === 'foreign') return { write: free(record.eventNumber), thenEnd: 'released' };
  return release(seen, record, now);
}

/** Removes the event of a free slot, as in a release. */
function evict(seen: Knowledge, record: SlotChange | null, now: number): Step<UpkeepEnd> {
  if (record?.state === 'releasing') return outOfRelease(seen, record, now);
  if (record?.state !== 'free') return { end: 'kept' };
  return { write: { state: 'releasing', eventNumber: record.eventNumber, visit: 'nobody', until: now } };
}

function outOfRelease(seen: Knowledge, record: Releasing, now: number): Step<UpkeepEnd> {
  if (seen.hold !== 'ours' && isTaken(record, now)) return { end: 'kept' };
  return freeAfterDelete(seen, record, now, 'kept', 'released');
}

/** Frees the slot once its event is gone. Until the release has run out, a late insert may still make the event. */
function freeAfterDelete<End>(
  { deleted }: Knowledge,
  record: Releasing,
  now: number,
  notYet: End,
  thenEnd?: End,
): Step<End> {
  if (!deleted) return { call: 'delete' };
  const isGone = deleted === 'deleted' || (deleted === 'absent' && !isTaken(record, now));
  if (!isGone) return { end: notYet };
  return { write: free(record.eventNumber + 1), ...(thenEnd && { thenEnd }) };
}

/** An event may stand, so the slot is marked first: no booking in progress can then succeed. */
function release(seen: Knowledge, record: Held | Booked, now: number): Step<UpkeepEnd> {
  return seen.isOutside
    ? { write: markReleasing(seen, record, now) }
    : { write: free(record.eventNumber + 1), thenEnd: 'released' };
}

/** Without an outside calendar, the record is the event. */
function eventOf({ isOutside, event }: Knowledge, record: SlotChange): EventState | undefined {
  if (event || isOutside) return event;
  return record.state === 'booked' ? { state: 'alive', visit: record.visit } : { state: 'absent' };
}

function hold(visit: string, eventNumber: number, now: number): SlotChange {
  return { state: 'held', eventNumber, visit, until: now + HOLD_MS };
}

function confirmFor(visit: string, eventNumber: number): SlotChange {
  return { state: 'booked', eventNumber, visit };
}

/** The record keeps whether the visitor is told: the run that ends the release may not be able to read the visit. */
function markReleasing({ visit: pointer }: Knowledge, record: Held | Booked, now: number): SlotChange {
  const { eventNumber, visit } = record;
  const until = isTaken(record, now) ? now + RELEASE_MS : now;
  return { state: 'releasing', eventNumber, visit, until, ...(pointer?.isQuiet && { isQuiet: true }) };
}

function free(eventNumber: number): SlotChange {
  return { state: 'free', eventNumber };
}

/** The knowledge after writing `change`. An event number that was not tried has no event. */
export function afterWrite(seen: Knowledge, change: SlotChange): Knowledge {
  const isUntried = !seen.record || seen.record.state === 'free' || change.eventNumber > seen.record.eventNumber;
  return {
    ...lasting(seen),
    record: change,
    hold: change.state === 'free' ? 'none' : 'ours',
    ...(isUntried && change.state === 'held' && { event: { state: 'absent' } }),
  };
}

/** The knowledge after another run wrote first: keeps what was done, drops what was read. */
export function afterLostSwap(intent: Intent, seen: Knowledge): Knowledge {
  const { event, record, hold } = seen;
  const isOurs = intent.kind === 'book' && event?.state === 'alive' && event.visit === intent.visit;
  return {
    ...lasting(seen),
    hold: hold === 'none' ? 'none' : 'lost',
    ...(isOurs && record && { ownEvent: record.eventNumber }),
  };
}

function lasting({ record, visit, notified, event, busy, exists, deleted, ...rest }: Knowledge): Knowledge {
  return rest;
}
