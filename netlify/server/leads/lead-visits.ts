import { CONSULTATION, isConsultation } from '#server/slots/records';
import { type Interval, storedVisit, toSlot } from '#server/slots/times';
import type { Measure } from '#contracts/insights';
import type { PastVisit } from '#contracts/lead-outcome';
import { visitKindLabels } from '#contracts/owner-visit';
import { labelOf } from '#lib/label';
import type { KeptVisit, Lead } from './lead.ts';

type Visits = Pick<Lead, 'slot' | 'slotEnd' | 'slotKind' | 'visits'>;

/** The lead's visit in ms, or `null`. */
export function visitOfLead({ slot, slotEnd }: Pick<Lead, 'slot' | 'slotEnd'>): Interval | null {
  return slot === undefined ? null : intervalOf(slot, slotEnd);
}

const intervalOf = (start: string, end: string | undefined) =>
  storedVisit(Date.parse(start), end === undefined ? undefined : Date.parse(end));

/** The visit of the lead has begun at `now` (ms). */
export const hasBegun = ({ slot }: Pick<Lead, 'slot'>, now: number): boolean =>
  slot !== undefined && Date.parse(slot) <= now;

/** The lead's visit, unless it has begun: it is given up once another one is booked. `now` in ms. */
export const visitToCome = (lead: Pick<Lead, 'slot' | 'slotEnd'>, now: number): Interval | null =>
  hasBegun(lead, now) ? null : visitOfLead(lead);

/** For the owner: a consultation is a `Visit`. */
export const visitName = (kind: string | undefined): string =>
  isConsultation(kind) ? 'Visit' : labelOf(visitKindLabels, String(kind));

/** The visits that have begun, the oldest first, with the one at `slot`. `now` in ms. */
export function begunVisits(lead: Visits, now: number): readonly KeptVisit[] {
  const { slot, slotEnd: end, slotKind: kind, visits } = lead;
  if (slot === undefined || !hasBegun(lead, now) || visits.some(({ start }) => start === slot)) return visits;
  return [...visits, { start: slot, ...(end && { end }), ...(kind && { kind }) }];
}

/** When each step of the lead was for the first time, ISO 8601 in UTC. `now` in ms. */
export function stepsOf(lead: Lead, now: number): Record<Measure, string | undefined> {
  const { createdAt, bookedAt, status, closedAt, updatedAt } = lead;
  return {
    requests: createdAt,
    bookings: bookedAt,
    visits: begunVisits(lead, now)[0]?.start,
    // `closed` leads are from a time when nobody noted whether a lead was won.
    won: status === 'won' ? (closedAt ?? updatedAt) : undefined,
  };
}

/** A visit for the owner. */
export function pastVisit({ start, end, kind = CONSULTATION, outcome }: KeptVisit): PastVisit {
  return { ...toSlot(intervalOf(start, end)), kind, outcome };
}

/** A booked lead is a visited one once its visit is over. `now` in ms. */
export function statusAt(lead: Lead, now: number): string {
  const visit = visitOfLead(lead);
  return lead.status === 'booked' && visit && visit.end <= now ? 'visited' : lead.status;
}
