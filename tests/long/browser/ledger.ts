import type { Outcome } from '#contracts/lead-outcome';
import type { LeadStatus } from '#contracts/lead-status';
import { inCents } from '#lib/dollars';
import { addDays, mondayOf } from '#lib/time/dates';
import { zonedDate } from '#lib/time/zone';
import { DAY } from '#lib/time/units';

/** What a test itself knows of a lead, by no code of the site. Dates are in the business's zone. */
export interface Line {
  readonly name: string;
  readonly source: string;
  readonly asked: string;
  id: string;
  status: LeadStatus;
  booked?: string;
  visited?: string;
  sales: { day: string; dollars: number; job: Partial<Record<'ordered' | 'arrived' | 'installed', string>> }[];
  quote?: number;
  paid: number;
  payments: { on: string; amount: number }[];
  /** The visit of which nobody has said how it went. */
  visit?: { start: string; end: string };
  /** Those that stand, past and to come. */
  visits: number;
}

export const ledger: Line[] = [];
/** The day of the site's clock. */
export const lived = { today: '' };

export const newLine = (name: string, id: string, source: string): Line => ({
  ...{ name, id, source, asked: lived.today, status: 'new', sales: [], paid: 0, payments: [], visits: 0 },
});

const sum = (numbers: readonly number[]) => inCents(numbers.reduce((total, one) => total + one, 0));
export const soldFor = ({ sales }: Line) => sum(sales.map(({ dollars }) => dollars));

export function noteVisit(line: Line, { start, end }: { start: string; end: string }): void {
  if (line.status !== 'won') line.status = 'booked';
  line.booked ??= lived.today;
  line.visit = { start, end };
  line.visits += 1;
}

export function noteSale(line: Line, dollars: number): void {
  line.sales.push({ day: lived.today, dollars, job: {} });
  line.status = 'won';
}

export function noteOutcome(line: Line, result: Outcome, amount = 0): void {
  const day = zonedDate(line.visit?.start ?? '');
  if (result !== 'not home') line.visited ??= day;
  if (result === 'sold') noteSale(line, amount);
  if (result === 'done') for (const { job } of line.sales) if (job.arrived) job.installed ??= day;
  if (result === 'quoted') line.quote = amount;
  const statuses: Partial<Record<Outcome, LeadStatus>> = {
    quoted: 'quoted',
    'not now': 'lost',
    'not home': 'contacted',
  };
  if (line.status !== 'won') line.status = statuses[result] ?? line.status;
  delete line.visit;
}

/** What the figures must be of a time in which all of it happened. `mondays`: of its weeks. */
export function figuresOf(mondays: readonly string[]) {
  const counts = (lines: readonly Line[], isIn: (day: string) => boolean) => {
    const has = (day: string | undefined) => day !== undefined && isIn(day);
    return {
      requests: lines.filter(({ asked }) => has(asked)).length,
      bookings: lines.filter(({ booked }) => has(booked)).length,
      visits: lines.filter(({ visited }) => has(visited)).length,
      won: lines.filter(({ sales }) => has(sales[0]?.day)).length,
      dollars: sum(lines.flatMap(({ sales }) => sales.filter(({ day }) => isIn(day)).map(({ dollars }) => dollars))),
    };
  };
  const sold = ledger.filter(({ sales }) => sales.length > 0);
  const quoted = ledger.filter(({ status }) => status === 'quoted');
  const bySource = Map.groupBy(ledger, ({ source }) => source);
  return {
    period: counts(ledger, () => true),
    weeks: mondays.map((monday) => counts(ledger, (day) => mondayOf(day) === monday)),
    sources: [...bySource].map(([name, lines]) => ({ name, ...counts(lines, () => true) })).sort(byName),
    quoted: { leads: quoted.length, dollars: sum(quoted.map(({ quote = 0 }) => quote)) },
    jobs: {
      ordered: sold.filter(({ sales }) => sales.some(({ job }) => job.ordered && !job.arrived)).length,
      unpaid: sum(sold.map((line) => Math.max(0, soldFor(line) - line.paid))),
      installDays: median(
        sold.flatMap(({ sales }) => sales.flatMap(({ day, job }) => daysBetween(day, job.installed))),
      ),
    },
  };
}

export const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
export const mondaysFrom = (first: string, weeks: number) =>
  Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week));

const daysBetween = (from: string | undefined, to: string | undefined) =>
  from && to ? [Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY))] : [];

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return ((sorted[sorted.length >> 1] ?? 0) + (sorted[(sorted.length - 1) >> 1] ?? 0)) / 2;
}
