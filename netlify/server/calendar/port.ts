import { createHash } from 'node:crypto';
import type { Lead } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import type { Interval } from '#server/slots/times';
import type { Store } from '#server/storage/port';

/** What is known of the event with one id, as far as it stands for one slot. */
export type EventState =
  /** It begins when its slot does, and is for this lead; the owner may have made it longer or shorter. */
  | { readonly state: 'alive'; readonly lead: string }
  /** The calendar has never heard of the id, or has long forgotten it: an insert on its way may still bring it. */
  | { readonly state: 'absent' }
  /** It was cancelled or deleted, or was moved off the slot: the id will never stand for the slot again. */
  | { readonly state: 'dead' }
  /** It stands at its slot, but another installation of this site made it, whose leads are not ours. */
  | { readonly state: 'foreign' };

/** A visit that is to stand in the calendar. `id` is of `eventId`'s making. */
export interface Visit {
  readonly id: string;
  readonly interval: Interval;
  readonly lead: Lead;
  /** The owner does not want the visitor told: nobody is invited. */
  readonly isQuiet?: boolean;
}

/**
 * Why the calendar did not do what it was asked for. `refused`: it, or whoever lets us in there, said no, so nothing
 * was done, and asking again would not help. `unavailable`: it was not reached or did not answer, and nothing was
 * done. `outcomeUnknown`: it did not answer, and may have done what it was asked for all the same.
 */
export type CalendarFailure = 'refused' | 'unavailable' | 'outcomeUnknown';

export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly kind: CalendarFailure;

  constructor(message: string, kind: CalendarFailure, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * The business's calendar. Each call goes on by itself after failures that pass (rate limits, 5xx), but never beyond
 * its `deadline`, and then throws `CalendarError`. Times are milliseconds since the epoch.
 */
export interface VisitCalendar {
  /** Goes into the event ids, so that two calendars never mean the same event. */
  readonly name: string;
  /** Whether events live outside our storage, where an answer may be lost and the owner may move or delete them. */
  readonly isOutside: boolean;
  /** What nobody may book, beside the records of our own slots. Fails whole when a part of it cannot be read. */
  busy(window: Interval, deadline: number): Promise<Interval[]>;
  /** Puts the visit into the calendar; `exists` when the id is taken, whatever became of that event. */
  createEvent(visit: Visit, deadline: number): Promise<'created' | 'exists'>;
  /** What became of the event that stands for the slot. */
  readEvent(event: Pick<Visit, 'id' | 'interval'>, deadline: number): Promise<EventState>;
  /**
   * Takes the event out; `absent` when the calendar knows no such id, so that a late insert may still bring it. A guest is
   * told, unless it `isQuiet`.
   */
  deleteEvent(id: string, deadline: number, how?: { readonly isQuiet: boolean }): Promise<'deleted' | 'absent'>;
  /** The live events that this installation made and that begin in the window, for removing those that nobody names. */
  ownEvents(window: Interval, deadline: number): Promise<{ readonly id: string; readonly start: number }[]>;
  /** Whether the calendar itself sends the visitor of this lead an invitation by mail. */
  invites(lead: Lead): boolean;
}

/**
 * The id of the calendar event of one generation of a slot, in the letters that Google allows (base32hex). It is made
 * of the slot and not of the visitor, so that two takers of one generation collide at the calendar as well.
 */
export function eventId(calendar: string, { start }: Pick<Interval, 'start'>, gen: number): string {
  const digest = createHash('sha256').update(`${calendar}\n${start}\n${gen}`).digest('hex');
  // 51 letters of five bits each; of the 256 bits one is left over.
  return (BigInt(`0x${digest}`) >> 1n).toString(32).padStart(51, '0');
}

/** Its event ids begin with this; no calendar of Google's has such a name. */
const NAME = 'embedded';

/**
 * The calendar of a site that is connected to none: the bookings in storage are its events, so a slot's record and its
 * event cannot differ, and what the records say is busy need not be said twice.
 */
export function embeddedCalendar(slots: Store): VisitCalendar {
  return {
    name: NAME,
    isOutside: false,
    busy: async () => [],
    createEvent: async () => 'created',
    readEvent: async ({ id, interval }) => {
      const { record } = await readSlot(slots, interval.start);
      if (record?.state !== 'booked') return { state: 'absent' };
      if (eventId(NAME, interval, record.gen) !== id) return { state: 'dead' };
      return { state: 'alive', lead: record.lead };
    },
    deleteEvent: async () => 'deleted',
    ownEvents: async () => [],
    invites: () => false,
  };
}

/** A calendar that is meant to be connected, but for a mistake in its set-up: it refuses everything, and says why. */
export function misconfiguredCalendar(why: string): VisitCalendar {
  const refuse = async () => {
    throw new CalendarError(why, 'refused');
  };
  return {
    name: 'misconfigured',
    isOutside: true,
    busy: refuse,
    createEvent: refuse,
    readEvent: refuse,
    deleteEvent: refuse,
    ownEvents: refuse,
    invites: () => false,
  };
}
