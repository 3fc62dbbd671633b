import type { Interval } from '#lib/time/interval';
import { findVisit } from '#server/leads/lead-records';
import type { VisitRules } from '#business';
import { isClosed } from '#contracts/lead-status';
import { addDays } from '#lib/time/dates';
import { personOfSlot } from '#lead/visits';
import { eventId } from '#server/calendar/calendar';
import { slotsWithin } from '#server/slots/records';
import { dateAt, instantAt } from '#server/slots/zone';
import { forEachAlone } from '#server/storage/port';
import { type BookingContext, contextFor } from './context.ts';
import { statusOf } from './visits.ts';

/** Visitors get reminders and questions only between these hours, in the rules' time zone. */
const FIRST_HOUR = 10;
const LAST_HOUR = 20;

/**
 * Reminds the visitors of tomorrow's visits, each once, however often it is called. Nobody is reminded whose lead is lost, also
 * where the visit still stands. Skips unreadable records.
 */
export async function remindOfTomorrow(context: BookingContext): Promise<void> {
  if (!isRemindingTime(context.rules, context.now)) return;
  const slots = await slotsWithin(context.slots, tomorrowAt(context.rules, context.now));
  const remindOne = async ({ key, record }: (typeof slots)[number]) => {
    const found = record.state === 'booked' ? await findVisit(context.leads, record.visit) : null;
    if (!found || found.lead.isRemoving || isClosed(found.lead) || found.visit.slot !== key) return;
    const status = await statusOf(context, found);
    if (status.state !== 'booked') return;
    const { lead, visit, interval } = status;
    const { calendar } = contextFor(context, personOfSlot(key));
    const id = eventId(calendar.name, key, record.eventNumber);
    await context.notify({ kind: 'reminder', lead, visit, interval, eventId: id, visitKind: visit.kind });
  };
  await forEachAlone(slots, remindOne, (error) => context.report('Reminding a visitor, who is skipped,', error));
}

/** `now` in ms. */
export function isRemindingTime({ timeZone }: VisitRules, now: number): boolean {
  const at = (hour: number) => instantAt(timeZone, dateAt(timeZone, now), hour * 60);
  return now >= at(FIRST_HOUR) && now < at(LAST_HOUR);
}

/** From midnight to midnight in the rules' time zone: 23 or 25 hours when the clocks change. */
function tomorrowAt({ timeZone }: VisitRules, now: number): Interval {
  const tomorrow = addDays(dateAt(timeZone, now), 1);
  return { start: instantAt(timeZone, tomorrow, 0), end: instantAt(timeZone, addDays(tomorrow, 1), 0) };
}
