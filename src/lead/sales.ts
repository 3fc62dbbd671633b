import { inCents } from '#lib/dollars';
import type { Job } from '#contracts/lead-job';
import { zonedDate } from '#lib/time/zone';
import type { Lead, Visit } from './lead.ts';

/**
 * How a visit went. `visit`: as it was before. `result`: `null` takes its outcome back. `amount`: in dollars, as given in the
 * same change.
 */
export interface VisitResult {
  readonly visit: Visit & { readonly start: string };
  readonly result: string | null;
  readonly amount: number | null | undefined;
}

/** The first sale of the lead is taken back: its visit's outcome was a mistake. */
export function isTakenBack({ soldBy, laterSales = [], status }: Lead, { visit, result }: VisitResult): boolean {
  const isFirst = laterSales.length === 0 && (soldBy === undefined || soldBy === visit.start);
  return status === 'won' && visit.outcome === 'sold' && result !== 'sold' && isFirst;
}

/** The lead as if it had never been sold. */
export const withoutSale = ({ job, payments, wonAt, soldBy, ...lead }: Lead): Lead => lead;

/**
 * The lead with the sale of a visit. A visit of a sold lead that is sold too, and is not the one that brought the first
 * sale, is a further sale, with a job of its own, which is asked for at once. It goes where its outcome is taken back. `now`
 * in ms.
 */
export function withSale(lead: Lead, before: Lead, { visit, result, amount }: VisitResult, now: number): Lead {
  if (lead.status !== 'won') return lead;
  const { start } = visit;
  if (before.status !== 'won') return result === 'sold' ? { ...lead, soldBy: start } : lead;
  const { laterSales: all = [], wonAt, closedAt = '', soldBy, amount: whole = 0 } = before;
  const former = all.find((sale) => sale.visit === start);
  const isOther = soldBy === undefined ? start > (wonAt ?? closedAt) : start !== soldBy;
  const isFurther = result === 'sold' && isOther;
  if (!former && !isFurther) return lead;
  const at = new Date(now).toISOString();
  const sale = { visit: start, at, job: {}, ...former, ...(amount !== undefined && { amount: amount ?? 0 }) };
  const laterSales = [...all.filter((one) => one !== former), ...(isFurther ? [sale] : [])];
  const total = whole - (former?.amount ?? 0) + (isFurther ? (sale.amount ?? 0) : 0);
  return { ...lead, ...(isFurther && !former && { followUp: undefined }), amount: inCents(total), laterSales };
}

/** The job of each sale, that of the first one first. */
export const jobsOf = ({ job = {}, laterSales = [] }: Pick<Lead, 'job' | 'laterSales'>): readonly Job[] => [
  job,
  ...laterSales.map((sale) => sale.job ?? {}),
];

/** The lead with other jobs, in the order of its sales. */
export const withJobs = <Of extends Pick<Lead, 'job' | 'laterSales'>>(
  lead: Of,
  [job, ...later]: readonly Job[],
): Of => ({
  ...lead,
  job,
  ...(lead.laterSales && { laterSales: lead.laterSales.map((sale, index) => ({ ...sale, job: later[index] })) }),
});

/** The dollars of the first sale of a sold lead, and the others. */
export function salesOf({ status, amount, laterSales = [] }: Lead) {
  if (status !== 'won') return { first: amount, later: [] };
  const later = laterSales.map((sale) => ({ at: sale.at, amount: sale.amount ?? 0 }));
  const rest = later.reduce((left, sale) => left - sale.amount, amount ?? 0);
  return { first: amount === undefined ? undefined : Math.max(0, inCents(rest)), later };
}

/**
 * The jobs after an installation that is done, or is not after all: of all sales that have arrived, else of the first one
 * that is open.
 */
export function withInstallation(lead: Lead, { visit, result }: VisitResult): Lead {
  if (visit.kind !== 'installation') return lead;
  const day = zonedDate(visit.start);
  const jobs = jobsOf(lead);
  if (result === 'done') {
    if (lead.status !== 'won') return lead;
    const open = jobs.filter(({ installedOn }) => installedOn === undefined);
    const arrived = open.filter(({ arrivedOn }) => arrivedOn !== undefined);
    const done = arrived.length > 0 ? arrived : open.slice(0, 1);
    return withJobs(
      lead,
      jobs.map((job) => (done.includes(job) ? { ...job, installedOn: day } : job)),
    );
  }
  const back = ({ installedOn, ...job }: Job): Job => (installedOn === day ? job : { ...job, installedOn });
  return visit.outcome === 'done' ? withJobs(lead, jobs.map(back)) : lead;
}
