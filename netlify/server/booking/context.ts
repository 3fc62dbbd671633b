import type { VisitRules } from '#business';
import type { VisitCalendar } from '#server/calendar/port';
import type { Lead } from '#server/leads/lead';
import { takenIntervals } from '#server/slots/records';
import { type Interval, isBlocked, type Schedule } from '#server/slots/times';
import type { Store } from '#server/storage/port';

/** News of a visit for the people who must hear of it. `eventId` names the event, and so the news. */
export type VisitNotice =
  | (Told & { readonly kind: 'booked'; readonly former?: Interval })
  | (Told & { readonly kind: 'cancelled' });

export interface Told {
  readonly lead: Lead;
  readonly interval: Interval;
  readonly eventId: string;
  /** A `VisitKind`, or one of other rules. Absent: a consultation. */
  readonly visitKind?: string;
  /** The owner did it and need not be told. `isQuiet`: the visitor is not told either. */
  readonly byOwner?: { readonly isQuiet: boolean };
}

/** `now` in ms. */
export interface BookingContext {
  readonly leads: Store;
  /** The records of the slots. */
  readonly calendar: Store;
  /** The business's own calendar. */
  readonly visits: VisitCalendar;
  readonly rules: VisitRules;
  /** Reads the rules with the owner's settings. Without it `rules` alone count. */
  readonly schedule?: () => Promise<Schedule>;
  readonly now: number;
  /** The key of the visitor's network (`networkKey`). Absent: its visits are not counted. */
  readonly network?: string | undefined;
  /** Stores the news, to be sent later. The same news again changes nothing. */
  notify(news: VisitNotice): Promise<void>;
  /** Logs a failure of the calendar. */
  report(what: string, error: unknown): void;
}

/** The rules with the owner's settings. */
export async function scheduleOf({ schedule, rules }: Pick<BookingContext, 'schedule' | 'rules'>): Promise<Schedule> {
  return schedule ? await schedule() : rules;
}

/** A booking asks after its hold, and the owner's change looks for holds after its write: one sees the other. */
export async function isClosedNow(context: BookingContext, interval: Interval): Promise<boolean> {
  return isBlocked(await scheduleOf(context), interval);
}

/**
 * True if a visit with another start overlaps the interval. Two bookings whose times overlap have two records, so no
 * swap keeps them apart. Each of them asks after its hold: at least one sees the other, and gives way. `moved`: the
 * visit that the owner moves does not count.
 */
export async function isOverlappedNow(
  { calendar, visits, now }: Pick<BookingContext, 'calendar' | 'visits' | 'now'>,
  interval: Interval,
  moved?: Interval | null,
): Promise<boolean> {
  const except = [interval.start, ...(moved ? [moved.start] : [])];
  const of = { now, bookedElsewhere: visits.isOutside, except };
  return (await takenIntervals(calendar, interval, of)).length > 0;
}
