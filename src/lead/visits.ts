import { FIRST_PERSON } from '#contracts/people';
import { visitKindLabels } from '#contracts/owner-visit';
import { sayer, sayLabel } from '#i18n/admin-text';
import { type Interval, storedVisit } from '#lib/time/interval';
import { CONSULTATION, type Lead, newVisit, type OwnersDecision, type Visit } from './lead.ts';

/** A visit's id: `<lead>/<number>`. */
export const visitId = (lead: string, number: number): string => `${lead}/${number}`;
/** The visit that a visitor books. */
export const firstVisit = (lead: string): string => visitId(lead, 1);
/** The id of the lead that the visit was booked for. */
export const leadOfVisit = (visit: string): string => visit.split('/')[0] ?? '';

export const isConsultation = (kind: string | undefined): boolean => (kind ?? CONSULTATION) === CONSULTATION;

/** For the owner: a consultation is a `Visit`. */
export const visitName = (kind: string | undefined, say = sayer()): string =>
  isConsultation(kind) ? say('Visit') : sayLabel(say, visitKindLabels, String(kind));

/** The visit's time in ms, or `null`. */
export const intervalOf = ({ start, end = '' }: Pick<Visit, 'start' | 'end'>): Interval | null =>
  start === undefined ? null : storedVisit(Date.parse(start), Date.parse(end));

/** A visit that is booked, and its time in ms; `null` for a canceled one and for one that is being booked. */
export const bookedTime = (visit: Visit): Interval | null => (visit.slot === undefined ? null : intervalOf(visit));

/** The visit has begun at `now` (ms). */
export const hasBegun = (visit: Visit, now: number): boolean => (bookedTime(visit)?.start ?? Infinity) <= now;

/** The visit's time, unless it has begun or is canceled. `now` in ms. */
export const timeToCome = (visit: Visit, now: number): Interval | null =>
  hasBegun(visit, now) ? null : bookedTime(visit);

/**
 * The id of who comes, by the key of the visit's slot: `slots/2026-q4-12-01t15-30-00z-of-k3v9x2mf`. A key that names nobody
 * is the first person's.
 */
export const personOfSlot = (key: string): string =>
  /^slots\/[\dqt-]+z-of-([a-z0-9]{8})(?:-|$)/.exec(key)?.[1] ?? FIRST_PERSON;

/** The id of who makes the visit, or made it; `null` for one that was never booked. */
export function personOf({ slot, cancelledSlot }: Pick<Visit, 'slot' | 'cancelledSlot'>): string | null {
  const key = slot ?? cancelledSlot;
  return key === undefined ? null : personOfSlot(key);
}

/** The business had several people when the visit was booked. */
export const isOfSeveral = (visit: Visit): boolean =>
  visit.who !== undefined || (personOf(visit) ?? FIRST_PERSON) !== FIRST_PERSON;

/** The owner's decision about this slot of the visit, if any. */
export const ownersDecision = ({ byOwner }: Pick<Visit, 'byOwner'>, slot: string): OwnersDecision | undefined =>
  byOwner?.find((decision) => decision.slot === slot);

/** The visit has the slot, or tries to book it. */
export const requestsSlot = ({ slot, requested }: Visit, key: string): boolean => slot === key || requested === key;

type Visits = Pick<Lead, 'visits'>;

/** The visits that have begun, the oldest first. `now` in ms. */
export const begunVisits = ({ visits }: Visits, now: number): readonly Visit[] =>
  visits.filter((visit) => hasBegun(visit, now));

/** The visits to come, the soonest first. `now` in ms. */
export const comingVisits = ({ visits }: Visits, now: number): readonly Visit[] =>
  visits.filter((visit) => timeToCome(visit, now) !== null);

/** Those of the visits to come that have their time. */
export const standingVisits = (lead: Visits, now: number): readonly Visit[] =>
  comingVisits(lead, now).filter(({ isLost }) => !isLost);

/**
 * The visits that took place, the oldest first: a visit whose time somebody else had did not. Of earlier ones than the last
 * nobody asks any more.
 */
export const pastVisits = (lead: Visits, now: number): readonly Visit[] =>
  begunVisits(lead, now).filter(
    (visit, index, begun) => index < begun.length - 1 || visit.outcome !== undefined || !visit.isLost,
  );

/** The lead with its visits marked whose time somebody else has. `stands`: whether a visit has its slot. */
export const withLost = <Of extends Visits>(lead: Of, stands: (visit: Visit) => boolean): Of => ({
  ...lead,
  visits: lead.visits.map((visit) => (!visit.slot || stands(visit) ? visit : { ...visit, isLost: true })),
});

/** When the last visit was canceled, as long as no other is to come or has begun since. ISO 8601; `now` in ms. */
export function cancellationOf(lead: Visits, now: number): string | undefined {
  if (comingVisits(lead, now).length > 0) return undefined;
  const last = lead.visits.reduce((latest, { cancelledAt = '' }) => (cancelledAt > latest ? cancelledAt : latest), '');
  return last > (begunVisits(lead, now).at(-1)?.start ?? '') ? last : undefined;
}

/** The visit of this id; a new one, if nobody has booked it yet. */
export const visitOf = ({ visits }: Visits, id: string): Visit =>
  visits.find((visit) => visit.id === id) ?? newVisit(id);

/** The id of the lead's next visit. */
export function nextVisitId({ id, visits }: Pick<Lead, 'id' | 'visits'>): string {
  const numbers = visits.map((visit) => (leadOfVisit(visit.id) === id ? Number(visit.id.split('/')[1]) : 0));
  return visitId(id, Math.max(0, ...numbers) + 1);
}

const orderOf = ({ start = '9', id }: Visit) => `${start} ${id}`;
export const bySoonest = (one: Visit, other: Visit): number => (orderOf(one) < orderOf(other) ? -1 : 1);

/** The lead with this visit in place of the one with its id. */
export const withVisit = <Of extends Visits>(lead: Of, visit: Visit): Of => ({
  ...lead,
  visits: [...lead.visits.filter(({ id }) => id !== visit.id), visit].sort(bySoonest),
});
