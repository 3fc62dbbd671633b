import type { CalendarFailure, EventState } from '#server/calendar/calendar';
import type { ByOwner } from '#server/booking/admission';
import type { SlotChange } from '#server/slots/records';

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

export type Step<End> =
  | { readonly read: 'record' | 'visit' | 'event' | 'busy' }
  | { readonly call: 'point' | 'takeQuota' | 'insert' | 'delete' | 'finish' | 'notifyCancelled' }
  /** Overwrites exactly the version that was read. `thenEnd`: the run's end after this write. */
  | { readonly write: SlotChange; readonly thenEnd?: End }
  | { readonly end: End };
