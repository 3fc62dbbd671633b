import type { VisitRules } from '#business';
import type { VisitCalendar } from '#server/calendar/port';
import type { Lead } from '#server/leads/lead';
import type { Interval, Schedule } from '#server/slots/times';
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
