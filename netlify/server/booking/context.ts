import type { VisitRules } from '#business';
import type { BusyFeeds } from '#server/calendar/busy-feeds';
import type { VisitCalendar } from '#server/calendar/calendar';
import type { ReminderNews, VisitNews } from '#server/news/news';
import type { Schedule } from '#server/slots/times';
import type { Store } from '#server/storage/port';

/** A network of the visitor by its key, and how many coming visits it may have. */
export interface CountedNetwork {
  readonly key: string;
  readonly max: number;
}

/** `now` in ms. */
export interface BookingContext {
  readonly leads: Store;
  /** The records of the slots. */
  readonly slots: Store;
  /** The business's own calendar. */
  readonly calendar: VisitCalendar;
  /** The owner's other calendars. */
  readonly feeds?: Pick<BusyFeeds, 'busy'>;
  readonly rules: VisitRules;
  /** Reads the rules with the owner's settings. */
  readonly schedule: () => Promise<Schedule>;
  readonly now: number;
  /** The visitor's networks (`countedNetworks`). Absent: their visits are not counted. */
  readonly networks?: readonly CountedNetwork[] | undefined;
  /** Stores the news, to be sent later. The same news again changes nothing. */
  notify(news: VisitNews | ReminderNews): Promise<void>;
  /** Logs a failure of the calendar. */
  report(what: string, error: unknown): void;
}
