import { formatInTimeZone, fromZonedTime } from 'date-fns-tz';
import type { VisitRules } from '#business';
import { eventId } from '#server/calendar/port';
import { slotsWithin } from '#server/slots/records';
import type { Interval } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import type { BookingContext, VisitNotice } from './context.ts';
import { visitStatus } from './visits.ts';

/** The hours, in the rules' time zone, in which visitors may be reminded: nobody is mailed in the night. */
const FIRST_HOUR = 10;
const LAST_HOUR = 20;
const DAY = 24 * 60 * 60_000;

/**
 * Has every visitor reminded whose visit is tomorrow, from ten in the morning on, and stands in the calendar. It may be
 * called as often as one likes: `remind` tells a visit once. One of which a record cannot be read is skipped.
 */
export async function remindOfTomorrow(
  context: BookingContext,
  remind: (visit: Pick<VisitNotice, 'lead' | 'interval' | 'eventId'>) => Promise<void>,
): Promise<void> {
  if (!isRemindingTime(context.rules, context.now)) return;
  for (const { start, record } of await slotsWithin(context.calendar, tomorrowAt(context.rules, context.now))) {
    if (record.state !== 'booked') continue;
    const reminding = visitStatus(context, record.lead).then(async (status) => {
      if (status?.state !== 'booked' || status.interval.start !== start) return;
      const { lead, interval } = status;
      await remind({ lead, interval, eventId: eventId(context.visits.name, interval, record.gen) });
    });
    await unlessUnreadable(reminding, (error) => context.report('Reminding a visitor, who is skipped,', error));
  }
}

function isRemindingTime({ timeZone }: VisitRules, now: number): boolean {
  const hour = Number(formatInTimeZone(now, timeZone, 'H'));
  return hour >= FIRST_HOUR && hour < LAST_HOUR;
}

/** From midnight to midnight in the rules' time zone: 23 or 25 hours where the clocks change. */
function tomorrowAt({ timeZone }: VisitRules, now: number): Interval {
  const today = Date.parse(formatInTimeZone(now, timeZone, 'yyyy-MM-dd'));
  const midnight = (ahead: number) => {
    const day = new Date(today + ahead * DAY).toISOString().slice(0, 10);
    return fromZonedTime(`${day}T00:00`, timeZone).getTime();
  };
  return { start: midnight(1), end: midnight(2) };
}
