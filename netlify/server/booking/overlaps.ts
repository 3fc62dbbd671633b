import type { Overlap } from '#contracts/owner-visit';
import { findLead, type Lead } from '#server/leads/lead';
import { visitToCome } from '#server/leads/lead-visits';
import { closingsIn } from '#server/slots/closings';
import { isTaken, slotsWithin, visitIn } from '#server/slots/records';
import { type Interval, MAX_VISIT_MS, overlap, toSlot, without } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import { requestsSlot } from './admission.ts';
import { type BookingContext, scheduleOf } from './context.ts';
import { LOOK_MS } from './runner.ts';
import { visitStatus } from './visits.ts';

/** All that a visit of the lead at this time would overlap. Throws when a store or the calendar fails. */
export async function overlapsOf(context: BookingContext, lead: Lead, interval: Interval): Promise<Overlap[]> {
  const moved = visitToCome(lead, context.now);
  const [visits, schedule, busy] = await Promise.all([
    visitsOver(context, lead, interval),
    scheduleOf(context),
    context.visits.busy(interval, context.now + LOOK_MS),
  ]);
  const known = [...(moved ? [moved] : []), ...visits.map(({ time }) => time)];
  const others = known.reduce<Interval[]>(without, busy).filter((time) => overlap(time, interval));
  return [
    ...visits.map(({ name, time }): Overlap => ({ what: 'visit', name, ...toSlot(time) })),
    ...closingsIn(schedule, interval),
    ...others.map((time): Overlap => ({ what: 'busy', ...toSlot(time) })),
  ];
}

interface VisitOver {
  /** Of its visitor; absent if the lead cannot be read. */
  readonly name: string | undefined;
  readonly time: Interval;
}

/** The visits over the interval, without the one that the lead gives up, and those that the owner moved in the calendar. */
async function visitsOver(context: BookingContext, { id }: Lead, interval: Interval): Promise<VisitOver[]> {
  const { leads, calendar, now } = context;
  const slots = await slotsWithin(calendar, { start: interval.start - MAX_VISIT_MS, end: interval.end });
  const looks = slots.map(async ({ start, record }): Promise<VisitOver[]> => {
    const time = visitIn(start, record);
    if (record.state === 'free' || !isTaken(record, now) || !overlap(time, interval)) return [];
    if (record.lead === id && start > now) return [];
    const found = await unlessUnreadable(findLead(leads, record.lead), () => null);
    if (!found) return [{ name: undefined, time }];
    const { start: slot } = toSlot(time);
    if (!requestsSlot(found.lead, slot)) return [];
    const isElsewhere = found.lead.slot === slot && (await visitStatus(context, record.lead))?.state === 'changed';
    return isElsewhere && record.state === 'booked' ? [] : [{ name: found.lead.request.name, time }];
  });
  return (await Promise.all(looks)).flat();
}
