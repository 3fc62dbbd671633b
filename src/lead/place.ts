import { isOfWork } from '#contracts/lead-outcome';
import { type Job, type JobStep, jobSteps } from '#contracts/lead-job';
import { countedStatus, isClosed, isEnded } from '#contracts/lead-status';
import type { Measure } from '#contracts/insights';
import { inCents } from '#lib/dollars';
import { zonedToday } from '#lib/time/dates';
import { zonedDate } from '#lib/time/zone';
import { DAY } from '#lib/time/units';
import type { Lead, Visit } from './lead.ts';
import { jobsOf } from './sales.ts';
import { begunVisits, bookedTime, cancellationOf, comingVisits, intervalOf, pastVisits } from './visits.ts';

/**
 * Where a lead is for the owner. `outcomes`: a visit is over, and nobody said how it went. `waiting`: nobody has called, or
 * somebody else has its visit's time. `followUps`: its day has come, or it has none. `coming`: a visit is to come or goes
 * on. `later`: its day is to come. `closed`: nothing is to be done.
 */
export type Place = 'outcomes' | 'waiting' | 'followUps' | 'coming' | 'later' | 'closed';

/**
 * Each lead is in one place, so that nobody falls off Today: who is not closed is in a list, has a visit to come, or a day
 * to come. `now` in ms; `today`: its day in the business's zone.
 */
export function placeOf(lead: Lead, now: number, today = zonedToday(now)): Place {
  if (isClosed(lead)) return 'closed';
  const isNew = countedStatus(lead.status) === 'new';
  if (isNew && lead.isSpam && cancellationOf(lead, now) === undefined) return 'closed';
  const coming = comingVisits(lead, now);
  if (coming.some(({ isLost }) => isLost)) return 'waiting';
  if (visitToTell(lead, now)) return 'outcomes';
  // A booking takes the day away, so this one was promised since: also with a visit to come.
  if (!isNew && (lead.followUp === undefined ? isToOrderToo(lead) : lead.followUp <= today)) return 'followUps';
  const last = begunVisits(lead, now).at(-1);
  if (coming.length > 0 || (last && (bookedTime(last)?.end ?? 0) > now)) return 'coming';
  if (isNew) return 'waiting';
  if (lead.followUp !== undefined) return 'later';
  return isAtRest(lead, now) ? 'closed' : 'followUps';
}

/** The day on which the lead was to be called again: the noted one, else that of its last change. */
export const callDayOf = ({ followUp, updatedAt }: Pick<Lead, 'followUp' | 'updatedAt'>): string =>
  followUp ?? zonedDate(updatedAt);

/** A further sale whose order is not made yet. A visit to come may be of the sale before. */
const isToOrderToo = (lead: Lead): boolean =>
  stepsLeft(lead).some(({ step, sale }) => step === 'orderedOn' && sale > 0);

/** A sold lead whose job is done, unless its visit was canceled since, or is to be repeated. */
function isAtRest(lead: Lead, now: number): boolean {
  const { status, closedAt = '' } = lead;
  if (status !== 'won' || (cancellationOf(lead, now) ?? '') > closedAt) return false;
  const outcome = begunVisits(lead, now).at(-1)?.outcome;
  return outcome !== 'again' && outcome !== 'not home' && nextOf(lead) === undefined;
}

/** Nobody is to do anything about the lead ever again: it has ended, and nobody owes anybody a thing. `now` in ms. */
export const isOver = (lead: Lead, now: number): boolean =>
  isEnded(lead) &&
  placeOf(lead, now) === 'closed' &&
  comingVisits(lead, now).length === 0 &&
  lead.unansweredTexts === undefined;

/** The lead is over, and nobody has changed it for `keepDays`. A part goes with its lead. `now` in ms. */
export const hasRunOut = (lead: Lead, keepDays: number | null, now: number): boolean =>
  keepDays !== null &&
  lead.into === undefined &&
  Date.parse(lead.updatedAt) < now - keepDays * DAY &&
  isOver(lead, now);

export type Sold = Pick<Lead, 'status' | 'job' | 'laterSales' | 'amount' | 'payments'>;

/** The sum of the payments, in dollars. */
export const sumOf = (payments: Lead['payments'] = []): number =>
  inCents(payments.reduce((sum, { amount }) => sum + amount, 0));

/** In dollars, what the customer of a sold lead still owes. */
export const owedOf = ({ status, amount = 0, payments }: Sold): number =>
  status === 'won' ? Math.max(0, inCents(amount - sumOf(payments))) : 0;

/** The day on which the customer of a sold lead paid the last of all; `undefined` while something is open. */
export const paidOn = (lead: Sold): string | undefined =>
  owedOf(lead) === 0
    ? lead.payments
        ?.map(({ on }) => on)
        .sort()
        .at(-1)
    : undefined;

/** What is to be done for a sale, of which `job` has what is done. `sale`: 0 is the first one. */
export interface NextStep {
  readonly step: JobStep | 'payment';
  readonly sale: number;
  readonly job: Job;
}

/** The next step of the job; `undefined` once all is done. Who notes a step has done those before. */
const stepOf = (job: Job): JobStep | undefined =>
  jobSteps[jobSteps.findLastIndex((step) => job[step] !== undefined) + 1];

/**
 * What is to be done for a sold lead: for each sale that is open, what the owner is to do before what is waited for, by its
 * day. Once all work is done, a payment: the rest of a deposit is asked for at once.
 */
export function stepsLeft(lead: Sold): readonly NextStep[] {
  if (lead.status !== 'won') return [];
  const open = jobsOf(lead).flatMap((job, sale): NextStep | readonly [] => {
    const step = stepOf(job);
    return step ? { step, sale, job } : [];
  });
  const payment: readonly NextStep[] = paidOn(lead) === undefined ? [{ step: 'payment', sale: 0, job: {} }] : [];
  const dayOf = ({ step, job }: NextStep) => (step === 'arrivedOn' ? (job.dueOn ?? '1') : '');
  return open.length === 0 ? payment : open.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
}

export const nextOf = (lead: Sold): NextStep | undefined => stepsLeft(lead)[0];

/** The order of a sold lead that has not arrived. */
export const orderOnItsWay = (lead: Sold): Job | undefined =>
  stepsLeft(lead).find(({ step }) => step === 'arrivedOn')?.job;

/** ms. The owner is asked for so long how a visit went. */
export const ASKED_FOR_MS = 30 * DAY;

/** The visit is over, also where the owner is done before its end. */
const isDone = (visit: Visit, now: number): boolean =>
  (intervalOf(visit)?.end ?? Infinity) <= now || visit.day?.doneAt !== undefined;

/**
 * The first visit that is over and of which the owner has not said how it went. Of a sold lead only the visits that do the
 * work, and those since the sale, are asked for. `now` in ms.
 */
export function visitToTell(lead: Lead, now: number): Visit | undefined {
  const { status, closedAt = '9' } = lead;
  const isAskedFor = ({ kind, start = '' }: Visit) => status !== 'won' || isOfWork(kind) || start >= closedAt;
  return pastVisits(lead, now).find(
    (visit) =>
      !visit.outcome && isDone(visit, now) && isAskedFor(visit) && (intervalOf(visit)?.end ?? 0) > now - ASKED_FOR_MS,
  );
}

/** A booked lead is a visited one once its visit is over. `now` in ms. */
export function statusAt(lead: Lead, now: number): string {
  if (lead.status !== 'booked' || comingVisits(lead, now).length > 0) return lead.status;
  const last = begunVisits(lead, now).at(-1);
  return last && (bookedTime(last)?.end ?? Infinity) <= now ? 'visited' : lead.status;
}

/** When each step of the lead was for the first time, ISO 8601 in UTC. `now` in ms. */
export function stepsOf(lead: Lead, now: number): Record<Measure, string | undefined> {
  const { createdAt, bookedAt, status, wonAt, closedAt, updatedAt, visitedAt } = lead;
  const first = begunVisits(lead, now).find(({ outcome }) => outcome !== 'not home')?.start;
  return {
    requests: createdAt,
    bookings: bookedAt,
    visits: [first, visitedAt].sort()[0],
    won: status === 'won' ? (wonAt ?? closedAt ?? updatedAt) : undefined,
  };
}
