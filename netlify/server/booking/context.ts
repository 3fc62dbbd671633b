import type { VisitRules } from '#business';
import type { VisitCalendar } from '#server/calendar/port';
import type { Lead } from '#server/leads/lead';
import { type Interval, isBlocked, type Schedule } from '#server/slots/times';
import type { Store } from '#server/storage/port';

/** What has become of a visit, for those who are to hear of it. `eventId` names the event, and with it this news. */
export type VisitNotice =
  | (Told & { readonly kind: 'booked'; readonly former?: Interval })
  | (Told & { readonly kind: 'cancelled' });

export interface Told {
  readonly lead: Lead;
  readonly interval: Interval;
  readonly eventId: string;
  /** It was the owner who did so, and need not be told. `isQuiet`: nor is the visitor. */
  readonly byOwner?: { readonly isQuiet: boolean };
}

/** What booking and reconciling need; `now` is in milliseconds. */
export interface BookingContext {
  readonly leads: Store;
  /** The records of the slots. */
  readonly calendar: Store;
  /** The calendar that the business looks at. */
  readonly visits: VisitCalendar;
  readonly rules: VisitRules;
  /** The rules with what the owner has set over them, read anew; without it the rules alone count. */
  readonly schedule?: () => Promise<Schedule>;
  readonly now: number;
  /** Writes down who is to be told; the same news again changes nothing. It is stored when this returns, not yet sent. */
  notify(news: VisitNotice): Promise<void>;
  /** Is told of what the calendar failed to do, for the log. */
  report(what: string, error: unknown): void;
}

/** When visits take place, as the owner has it now. */
export async function scheduleOf({ schedule, rules }: Pick<BookingContext, 'schedule' | 'rules'>): Promise<Schedule> {
  return schedule ? await schedule() : rules;
}

/**
 * Whether the owner has closed the time. Whoever books asks once more after the hold, and whoever closes a time looks for
 * holds after that (blocked.ts): so one of the two sees the other.
 */
export async function isClosedNow(context: BookingContext, interval: Interval): Promise<boolean> {
  return isBlocked(await scheduleOf(context), interval);
}
