import { FIRST_PERSON } from '#contracts/people';
import { CONSULTATION, type Lead } from '#lead/lead';
import { personOf, personOfSlot } from '#lead/visits';
import type { Interval } from '#lib/time/interval';
import { addDays } from '#lib/time/dates';
import { findLead } from '#server/leads/lead-records';
import { slotStart, type TakenSlot, takenSlots } from '#server/slots/records';
import { makersOf, type Schedule } from '#server/slots/times';
import { dateAt, instantAt } from '#server/slots/zone';
import { unlessUnreadable } from '#server/storage/port';
import type { BookingContext } from './context.ts';

interface Asked {
  readonly found: { readonly lead: Lead } | null;
  readonly schedule: Schedule;
  readonly asked: { readonly interval: Interval };
}

/**
 * The ids of those who may make the visit then, the first choice first: whose time it has or tries to get, who was there
 * before, who has the fewest visits that day, who is near that day by the ZIP codes. Asks storage only if there is a choice.
 */
export async function visitorsAt(
  context: Pick<BookingContext, 'slots' | 'leads' | 'now'>,
  { found, schedule, asked: { interval } }: Asked,
  kind = CONSULTATION,
): Promise<readonly string[]> {
  const makers = makersOf(schedule, kind);
  if (!found || makers.length < 2) return makers.length > 0 ? makers : [FIRST_PERSON];
  const { lead } = found;
  const sameTime = lead.visits
    .flatMap(({ slot, requested }) => [slot, requested].filter((key) => key !== undefined))
    .filter((key) => slotStart(key) === interval.start)
    .map(personOfSlot);
  const before = lead.visits.toReversed().flatMap((visit) => personOf(visit) ?? []);
  const known = [...sameTime, ...before].filter((id) => makers.includes(id));
  const others = (await takenSlots(context.slots, dayOf(schedule, interval), context.now)).filter(
    ({ record }) => record?.lead !== lead.id,
  );
  const days = makers.map(async (id) => {
    const visits = others.filter(({ key }) => personOfSlot(key) === id);
    return { id, count: visits.length, way: await wayTo(context, lead, visits) };
  });
  const byDay = (await Promise.all(days)).toSorted((one, other) => one.count - other.count || one.way - other.way);
  return [...new Set([...known, ...byDay.map(({ id }) => id)])];
}

function dayOf({ timeZone }: Schedule, { start }: Interval): Interval {
  const day = dateAt(timeZone, start);
  return { start: instantAt(timeZone, day, 0), end: instantAt(timeZone, addDays(day, 1), 0) };
}

/** How far the nearest of these visits is, as the difference of the ZIP codes: neighbors have neighboring ones. */
async function wayTo(
  { leads }: Pick<BookingContext, 'leads'>,
  { request }: Lead,
  taken: readonly TakenSlot[],
): Promise<number> {
  const ways = taken.map(async ({ record }) => {
    const found = record && (await unlessUnreadable(findLead(leads, record.lead), () => null));
    const way = Math.abs(zipOf(found?.lead.request.zipCode) - zipOf(request.zipCode));
    return Number.isNaN(way) ? FAR : way;
  });
  return Math.min(FAR, ...(await Promise.all(ways)));
}

/** Of a way that nobody knows. */
const FAR = 100_000;

const zipOf = (zipCode = '') => Number.parseInt(zipCode, 10);
