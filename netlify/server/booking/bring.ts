import { FIRST_PERSON } from '#contracts/people';
import { bookedTime, personOf } from '#lead/visits';
import { eventId, unlessCalendarFails } from '#server/calendar/calendar';
import { listLeads } from '#server/leads/lead-list';
import { readSlot } from '#server/slots/records';
import { type BookingContext, contextFor } from './context.ts';
import { LOOK_MS } from './offer.ts';

/**
 * Puts the person's visits to come into a calendar that was connected after they were booked, and answers how many it put
 * there. Nobody is invited: their visitors know. Without this their times would look free. Throws `CalendarError`.
 */
export async function bringVisits(context: BookingContext, person = FIRST_PERSON): Promise<number> {
  const { leads, slots, calendar, now, report } = contextFor(context, person);
  let brought = 0;
  for (const lead of await listLeads(leads, report)) {
    for (const visit of lead.visits) {
      const interval = bookedTime(visit);
      if (!visit.slot || !interval || interval.end <= now || personOf(visit) !== person) continue;
      const { record } = await readSlot(slots, visit.slot);
      if (record?.state !== 'booked' || record.visit !== visit.id) continue;
      const id = eventId(calendar.name, visit.slot, record.eventNumber);
      const event = { id, slot: visit.slot, interval, lead, visit: visit.id, isQuiet: true };
      const made = await calendar.createEvent({ ...event, ...(visit.kind && { kind: visit.kind }) }, now + LOOK_MS);
      if (made === 'created') brought += 1;
    }
  }
  return brought;
}

/** As `bringVisits`, for others. Reports a calendar that fails: it offers no times, and the sweep tries again for an hour. */
export async function bringVisitsOf(context: BookingContext, people: Iterable<string>): Promise<void> {
  for (const person of people)
    await unlessCalendarFails(bringVisits(context, person), (error) =>
      context.report(`Bringing the visits of ${person} into a new calendar`, error),
    );
}
