import type { Lead } from '#server/leads/lead';
import type { Span } from '#server/booking/slots';

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
  readonly span: Span;
  readonly lead: Lead;
}

/**
 * Why the calendar did not do what it was asked for. `refused`: it, or whoever lets us in there, said no, so nothing
 * was done, and asking again would not help. `silent`: it was not reached or did not answer. Only what has been sent
 * may have been done: `sent` tells whether the silence leaves that open.
 */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly kind: 'refused' | 'silent';
  readonly sent: boolean;

  constructor(message: string, { kind, sent, cause }: { kind: 'refused' | 'silent'; sent: boolean; cause?: unknown }) {
    super(message, { cause });
    this.kind = kind;
    this.sent = sent;
  }
}

/**
 * The business's calendar. Each call goes on by itself after failures that pass (rate limits, 5xx), but never beyond
 * `giveUpAt`, and then throws `CalendarError`. Times are milliseconds since the epoch.
 */
export interface VisitCalendar {
  /** Goes into the event ids, so that two calendars never mean the same event. */
  readonly name: string;
  /** Whether events live outside our storage, where an answer may be lost and the owner may move or delete them. */
  readonly isOutside: boolean;
  /** What nobody may book, beside the records of our own slots. Fails whole when a part of it cannot be read. */
  busy(window: Span, giveUpAt: number): Promise<Span[]>;
  /** Puts the visit into the calendar; `exists` when the id is taken, whatever became of that event. */
  createEvent(visit: Visit, giveUpAt: number): Promise<'created' | 'exists'>;
  /** What became of the event that stands for the slot. */
  eventState(event: { readonly id: string; readonly span: Span }, giveUpAt: number): Promise<EventState>;
  /** Takes the event out; `absent` when the calendar knows no such id, so that a late insert may still bring it. */
  deleteEvent(id: string, giveUpAt: number): Promise<'deleted' | 'absent'>;
  /** The live events that this installation made and that begin in the window, for removing those that nobody names. */
  ownEvents(window: Span, giveUpAt: number): Promise<{ readonly id: string; readonly start: number }[]>;
  /** Whether the calendar itself sends the visitor of this lead an invitation by mail. */
  invites(lead: Lead): boolean;
}
