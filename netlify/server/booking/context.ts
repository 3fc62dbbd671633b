import type { VisitRules } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import type { BusyFeeds } from '#server/calendar/busy-feeds';
import { embeddedCalendar, type VisitCalendar } from '#server/calendar/calendar';
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
  /** Whose times; absent: the first person's. `whole`: the context that this one is made of (`contextFor`). */
  readonly person?: string;
  readonly whole?: object;
  /** The business's own calendar, which is the first person's. */
  readonly calendar: VisitCalendar;
  /** The person's other calendars. */
  readonly feeds?: Pick<BusyFeeds, 'busy'>;
  /** Those of the others. */
  feedsOf?(person: string): Pick<BusyFeeds, 'busy'> | undefined;
  /** The others' own calendars, of those who have one. */
  calendarOf?(person: string): VisitCalendar | undefined;
  readonly rules: VisitRules;
  /** Reads the rules with the owner's settings, those of all people. */
  readonly schedule: () => Promise<Schedule>;
  readonly now: number;
  /** The visitor's networks (`countedNetworks`). Absent: their visits are not counted. */
  readonly networks?: readonly CountedNetwork[] | undefined;
  /** Stores the news, to be sent later. The same news again changes nothing. */
  notify(news: VisitNews | ReminderNews): Promise<void>;
  /** Logs a failure of the calendar. */
  report(what: string, error: unknown): void;
}

type OfPerson = Pick<BookingContext, 'slots' | 'calendar' | 'person' | 'whole' | 'feeds' | 'feedsOf' | 'calendarOf'>;

/** The context in the times of one person. Without a calendar of their own the bookings in storage are it. */
export function contextFor<Context extends OfPerson>(context: Context, person: string): Context {
  const whole = (context.whole ?? context) as Context;
  if (person === FIRST_PERSON) return whole;
  const { feeds: _, ...rest } = whole;
  const feeds = whole.feedsOf?.(person);
  const calendar = whole.calendarOf?.(person) ?? embeddedCalendar(whole.slots);
  const own = { ...rest, whole, person, calendar, ...(feeds && { feeds }) };
  return own as unknown as Context;
}
