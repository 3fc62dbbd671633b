import type { CalendarFailure, EventState } from '#server/calendar/port';
import type { SlotChange } from '#server/slots/records';

/** What one run of the machine is to bring about in one slot. */
export type Intent = Booking | Upkeep;

/** Book the slot for the lead. */
export interface Booking {
  readonly kind: 'book';
  readonly lead: string;
  /** Whether the slot was the lead's visit when the run began: then this is a repeat. */
  readonly isVisit: boolean;
  /** Whether the slot may be booked now, by the hours and the notice. */
  readonly isOffered: boolean;
  /** It is the owner who books for the lead. `isQuiet`: the visitor is not told. */
  readonly byOwner?: { readonly isQuiet: boolean };
}

/**
 * Bring the slot to rest where no booking is under way. `sweep`: and finish a booking whose process died after it was
 * written. `evict`: take out the event of the newest generation, which was found standing although the slot is free.
 */
export interface Upkeep {
  readonly kind: 'reconcile' | 'sweep' | 'evict';
}

/**
 * What booking comes to. `closed`: not a time that is offered. `taken`: somebody else has it. `superseded`: the lead
 * has meanwhile asked for another time, or cancelled; `abandoned`: so too, and its hold is still to be reconciled.
 * `full`: its visitor has as many visits to come as one person may. `unconfirmed`: the calendar did not say whether the
 * visit stands in it; asking again finds out. `refused`: the calendar does not let us in.
 */
export type BookingEnd =
  | 'booked'
  | 'closed'
  | 'taken'
  | 'superseded'
  | 'abandoned'
  | 'full'
  | 'unconfirmed'
  | 'refused';

/** What upkeep comes to. `kept`: there was nothing to release, or it cannot be released yet. */
export type UpkeepEnd = 'kept' | 'released';

/**
 * What a run knows by now. A field that is not there has not been read, or is no longer to be relied on. All of it is
 * about one slot; `notified`, `event`, `busy`, `exists` and `deleted` are about the event of the record's generation.
 */
export interface Seen {
  /** Whether events live outside our storage. Where they do not, the record itself is the event. */
  readonly isOutside: boolean;
  /** As it was read or written last; `null` for a slot that nobody has touched yet. */
  readonly record?: SlotChange | null;
  /** `none`: this run has written nothing that stands. `ours`: the record is as this run wrote it. `lost`: it was. */
  readonly hold: 'none' | 'ours' | 'lost';
  /** The lead that books, as read after its hold; when reconciling, the lead of the record. `null`: there is none. */
  readonly lead?: PointerSeen | null;
  /** Whether everybody has been told that the record's visit is cancelled. */
  readonly notified?: boolean;
  readonly event?: EventState | undefined;
  readonly busy?: boolean;
  /** Whether an insert found the event's id taken. */
  readonly exists?: boolean;
  /** What deleting the event came to; `unknown`: the calendar did not say. */
  readonly deleted?: 'deleted' | 'absent' | 'unknown';
  /** What the calendar failed to do for us. */
  readonly failure?: Failure;
  /** Whether the lead has been made to point at the slot; `false` when it may not have it any more. */
  readonly pointed?: boolean;
  /** Whether the lead's visitor may have one more visit. */
  readonly hasQuota?: boolean;
  /** The generation whose event is known to stand for the lead that books. */
  readonly eventGen?: number;
  /** What finishing the booking came to. `superseded`: the lead no longer wants it. */
  readonly finished?: 'booked' | 'superseded';
}

/** `isQuiet`: the visitor is not told when the slot is released. */
interface PointerSeen {
  readonly pointsHere: boolean;
  readonly isCancelled: boolean;
  readonly isQuiet?: boolean;
}

export interface Failure {
  readonly of: 'event' | 'busy' | 'insert';
  readonly kind: CalendarFailure;
}

/** The one thing to do next. */
export type Step<End> =
  | { readonly read: 'record' | 'lead' | 'event' | 'busy' }
  | { readonly call: 'point' | 'takeQuota' | 'insert' | 'delete' | 'finish' | 'notifyCancelled' }
  /** Written over exactly the version that was read. `thenEnd`: what the run has come to once this is written. */
  | { readonly write: SlotChange; readonly thenEnd?: End }
  | { readonly end: End };
