import { inCents } from '#lib/dollars';
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
 * sale, is a further sale, which begins a job of its own. It goes where its outcome is taken back. `now` in ms.
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
  const sale = { visit: start, at, ...former, ...(amount !== undefined && { amount: amount ?? 0 }) };
  const laterSales = [...all.filter((one) => one !== former), ...(isFurther ? [sale] : [])];
  const total = whole - (former?.amount ?? 0) + (isFurther ? (sale.amount ?? 0) : 0);
  return { ...lead, ...(isFurther && !former && nextJob(before)), amount: inCents(total), laterSales };
}

/** The next sale's job, once that of the one before is done. */
const nextJob = ({ job }: Lead): Pick<Lead, 'job'> => (job?.installedOn === undefined ? {} : { job: {} });

/** The dollars of the first sale of a sold lead, and the others. */
export function salesOf({ status, amount, laterSales = [] }: Lead) {
  if (status !== 'won') return { first: amount, later: [] };
  const later = laterSales.map((sale) => ({ at: sale.at, amount: sale.amount ?? 0 }));
  const rest = later.reduce((left, sale) => left - sale.amount, amount ?? 0);
  return { first: amount === undefined ? undefined : Math.max(0, inCents(rest)), later };
}

/** The job after an installation that is done, or is not after all. */
export function withInstallation(lead: Lead, { visit, result }: VisitResult): Lead {
  if (visit.kind !== 'installation') return lead;
  const day = zonedDate(visit.start);
  const { installedOn, ...job } = lead.job ?? {};
  if (result === 'done')
    return lead.status === 'won' ? { ...lead, job: { ...job, installedOn: installedOn ?? day } } : lead;
  return visit.outcome === 'done' && installedOn === day ? { ...lead, job } : lead;
}
