import { visitToTell } from '#contracts/lead-outcome';
import { nextStep } from '#contracts/lead-job';
import { countedStatus, isClosed } from '#contracts/lead-status';
import { begunVisits, cancellationOf, comingVisits, type LeadWithVisits, viewed } from './lead-visits.ts';
import { bookedTime, type Visit } from './visit.ts';

/**
 * Where a lead is for the owner. `outcomes`: a visit is over, and nobody said how it went. `waiting`: nobody has called, or
 * somebody else has its visit's time. `followUps`: its day has come, or it has none. `coming`: a visit is to come or goes
 * on. `later`: its day is to come. `closed`: nothing is to be done.
 */
export type Place = 'outcomes' | 'waiting' | 'followUps' | 'coming' | 'later' | 'closed';

/**
 * Each lead is in one place, so that nobody falls off Today: who is not closed is in a list, has a visit to come, or a day
 * to come. `stands`: the visit has its slot. `now` in ms; `today`: its day in the business's zone.
 */
export function placeOf(
  lead: LeadWithVisits,
  { now, today, stands }: { now: number; today: string; stands: (visit: Visit) => boolean },
): Place {
  if (isClosed(lead)) return 'closed';
  const isNew = countedStatus(lead.status) === 'new';
  if (isNew && lead.isSpam && cancellationOf(lead, now) === undefined) return 'closed';
  const begun = begunVisits(lead, now);
  const coming = comingVisits(lead, now);
  if (coming.some((visit) => !stands(visit))) return 'waiting';
  if (
    visitToTell({ status: lead.status, closedAt: lead.closedAt, visits: viewed(begun.filter(tookPlace(stands))) }, now)
  )
    return 'outcomes';
  const last = begun.at(-1);
  // An order that should arrive today is asked for, also where its installation is booked.
  if (lead.status === 'won' && lead.followUp !== undefined && lead.followUp <= today) return 'followUps';
  if (coming.length > 0 || (last && (bookedTime(last)?.end ?? 0) > now)) return 'coming';
  if (isNew) return 'waiting';
  if (lead.followUp === undefined) return isAtRest(lead, now) ? 'closed' : 'followUps';
  return lead.followUp > today ? 'later' : 'followUps';
}

/** A visit whose time somebody else had did not take place. Of earlier ones than the last nobody asks any more. */
export const tookPlace =
  (stands: (visit: Visit) => boolean) =>
  (visit: Visit, index: number, begun: readonly Visit[]): boolean =>
    index < begun.length - 1 || visit.outcome !== undefined || stands(visit);

/** A sold lead whose job is done, or was sold before jobs were noted, unless its visit was canceled since. */
function isAtRest(lead: LeadWithVisits, now: number): boolean {
  const { status, job, closedAt = '' } = lead;
  if (status !== 'won' || (cancellationOf(lead, now) ?? '') > closedAt) return false;
  const outcome = begunVisits(lead, now).at(-1)?.outcome;
  if (outcome === 'again' || (outcome === 'not home' && job !== undefined)) return false;
  return job === undefined || nextStep(job) === undefined;
}
