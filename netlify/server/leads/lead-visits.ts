import { isConsultation } from '#server/slots/records';
import { toSlot } from '#server/slots/times';
import type { Measure } from '#contracts/insights';
import type { PastVisit } from '#contracts/lead-outcome';
import { visitKindLabels } from '#contracts/owner-visit';
import { labelOf } from '#lib/label';
import type { Lead } from './lead.ts';
import { bookedTime, hasBegun, timeToCome, type Visit } from './visit.ts';

/** A lead with its visits, the soonest first. `parts`: the leads that are one with it. */
export type LeadWithVisits = Lead & { readonly visits: readonly Visit[]; readonly parts?: readonly Lead[] };
type Visits = Pick<LeadWithVisits, 'visits'>;

/** For the owner: a consultation is a `Visit`. */
export const visitName = (kind: string | undefined): string =>
  isConsultation(kind) ? 'Visit' : labelOf(visitKindLabels, String(kind));

/** The visits that have begun, the oldest first. `now` in ms. */
export const begunVisits = ({ visits }: Visits, now: number): readonly Visit[] =>
  visits.filter((visit) => hasBegun(visit, now));

/** The visits to come, the soonest first. `now` in ms. */
export const comingVisits = ({ visits }: Visits, now: number): readonly Visit[] =>
  visits.filter((visit) => timeToCome(visit, now) !== null);

/** When the last visit was canceled, as long as no other is to come or has begun since. ISO 8601; `now` in ms. */
export function cancellationOf(lead: Visits, now: number): string | undefined {
  if (comingVisits(lead, now).length > 0) return undefined;
  const last = lead.visits.reduce((latest, { cancelledAt = '' }) => (cancelledAt > latest ? cancelledAt : latest), '');
  return last > (begunVisits(lead, now).at(-1)?.start ?? '') ? last : undefined;
}

/** When each step of the lead was for the first time, ISO 8601 in UTC. `now` in ms. */
export function stepsOf(lead: LeadWithVisits, now: number): Record<Measure, string | undefined> {
  const { createdAt, bookedAt, status, wonAt, closedAt, updatedAt, visitedAt } = lead;
  const first = begunVisits(lead, now).find(({ outcome }) => outcome !== 'not home')?.start;
  return {
    requests: createdAt,
    bookings: bookedAt,
    visits: first && visitedAt && visitedAt < first ? visitedAt : (first ?? visitedAt),
    won: status === 'won' ? (wonAt ?? closedAt ?? updatedAt) : undefined,
  };
}

/** Visits for the owner. */
export const viewed = (visits: readonly Visit[]): PastVisit[] =>
  visits.flatMap((visit) => {
    const time = bookedTime(visit);
    return time
      ? [{ ...toSlot(time), kind: visit.kind, outcome: visit.outcome, note: visit.note, day: visit.day }]
      : [];
  });

/** A booked lead is a visited one once its visit is over. `now` in ms. */
export function statusAt(lead: LeadWithVisits, now: number): string {
  if (lead.status !== 'booked' || comingVisits(lead, now).length > 0) return lead.status;
  const last = begunVisits(lead, now).at(-1);
  return last && (bookedTime(last)?.end ?? Infinity) <= now ? 'visited' : lead.status;
}
