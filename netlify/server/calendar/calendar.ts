import type { Interval } from '#lib/time/interval';
import type { Lead } from '#lead/lead';
import { createHash } from 'node:crypto';
import { readSlot, slotKey, slotStart, type VisitFacts } from '#server/slots/records';
import type { Store } from '#server/storage/port';

/** The state of an event, compared with its slot. */
export type EventState =
  /** It begins at its slot and is for this visit. `facts`: as it was made; the owner may have changed its length. */
  | { readonly state: 'alive'; readonly visit: string; readonly facts?: VisitFacts }
  /** The calendar does not know the id. An insert on its way may still create the event. */
  | { readonly state: 'absent' }
  /** It was deleted or moved off the slot. The id is never used for the slot again. */
  | { readonly state: 'dead' }
  /** It is at its slot, but another installation of the site created it, with leads of its own. */
  | { readonly state: 'foreign' };

/** The event of a slot. `id` comes from `eventId`. */
interface EventName {
  readonly id: string;
  /** The slot's key. */
  readonly slot: string;
  readonly interval: Interval;
}

/** A visit for the calendar. */
export interface Visit extends EventName {
  readonly lead: Lead;
  /** Its id. */
  readonly visit: string;
  /** A `VisitKind`; absent: a consultation. */
  readonly kind?: string;
  /** Nobody is invited: the owner does not want the visitor told. */
  readonly isQuiet?: boolean;
}

/** `refused`: a definite no. `unavailable`: nothing was done. `outcomeUnknown`: the call may have been carried out. */
export type CalendarFailure = 'refused' | 'unavailable' | 'outcomeUnknown';

export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly kind: CalendarFailure;

  constructor(message: string, kind: CalendarFailure, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The result of `call`, or `fallback` if the calendar fails. */
export async function unlessCalendarFails<Value, Fallback>(
  call: Promise<Value>,
  fallback: (error: CalendarError) => Fallback,
): Promise<Value | Fallback> {
  return await call.catch((error: unknown) => {
    if (error instanceof CalendarError) return fallback(error);
    throw error;
  });
}

/** The business's calendar. Calls retry until `deadline`, then throw `CalendarError`. Times in ms since the epoch. */
export interface VisitCalendar {
  /** Part of the event ids, so that two calendars never share one. */
  readonly name: string;
  /** True if the events are outside our storage: answers can be lost, and the owner can move or delete events. */
  readonly isOutside: boolean;
  /** Taken times, without our own slots. Fails if any part cannot be read. */
  busy(window: Interval, deadline: number): Promise<Interval[]>;
  /** Creates the visit's event. `exists` if the id is taken, even by a deleted event. */
  createEvent(visit: Visit, deadline: number): Promise<'created' | 'exists'>;
  /**
   * Writes the lead's new words into its visit's event, in place of those of `former`. What the owner has written
   * stays. Does nothing for an event that is gone, or tells no such words.
   */
  updateEvent(visit: Visit, former: Lead, deadline: number): Promise<void>;
  readEvent(event: EventName, deadline: number): Promise<EventState>;
  /** Deletes the event and tells its guest, unless `isQuiet`. `absent`: a late insert may still create the event. */
  deleteEvent(id: string, deadline: number, how?: { readonly isQuiet: boolean }): Promise<'deleted' | 'absent'>;
  /** This installation's live events that begin in the window. The sweep deletes those without a booking. */
  ownEvents(window: Interval, deadline: number): Promise<{ readonly id: string; readonly start: number }[]>;
  /** True if the calendar itself mails this lead's visitor an invitation. */
  invites(lead: Lead): boolean;
}

/**
 * The id of a slot's event with this number, in base32hex. Independent of the visitor, so that two bookings collide in
 * the calendar too.
 */
export function eventId(calendar: string, slot: string, eventNumber: number): string {
  const start = slotStart(slot);
  const place = slot === slotKey(start) ? start : slot;
  const digest = createHash('sha256').update(`${calendar}\n${place}\n${eventNumber}`).digest('hex');
  // 51 letters of five bits each use 255 of the 256 bits.
  return (BigInt(`0x${digest}`) >> 1n).toString(32).padStart(51, '0');
}

/** Begins its event ids. No Google calendar has this name. */
const NAME = 'embedded';

/** Without a connected calendar, the bookings in storage are its events, so both always agree. */
export function embeddedCalendar(slots: Store): VisitCalendar {
  return {
    name: NAME,
    isOutside: false,
    busy: async () => [],
    createEvent: async () => 'created',
    updateEvent: async () => undefined,
    readEvent: async ({ id, slot }) => {
      const { record } = await readSlot(slots, slot);
      if (record?.state !== 'booked') return { state: 'absent' };
      if (eventId(NAME, slot, record.eventNumber) !== id) return { state: 'dead' };
      return { state: 'alive', visit: record.visit };
    },
    deleteEvent: async () => 'deleted',
    ownEvents: async () => [],
    invites: () => false,
  };
}

/** Stands in for a calendar whose settings are wrong, or cannot be read: every call fails and says why. */
export function misconfiguredCalendar(why: string, kind: CalendarFailure = 'refused'): VisitCalendar {
  const refuse = async () => {
    throw new CalendarError(why, kind);
  };
  return {
    name: 'misconfigured',
    isOutside: true,
    busy: refuse,
    createEvent: refuse,
    updateEvent: refuse,
    readEvent: refuse,
    deleteEvent: refuse,
    ownEvents: refuse,
    invites: () => false,
  };
}
