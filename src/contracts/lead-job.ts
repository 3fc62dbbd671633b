import * as z from 'zod/mini';
import { date } from './calendar.ts';
import type { Rule } from './problem.ts';
import { emptiable } from './text.ts';

/** Dollars, of one sale. */
const MAX_AMOUNT = 1_000_000;
/** The most that the owner may enter, in dollars. Leads that became one may have more together, which is kept. */
export const mostOf = (saved = 0): number => Math.max(MAX_AMOUNT, saved);

/** Dollars in whole cents. */
export const amount = z.number('amount' satisfies Rule).check(
  z.minimum(0, 'amount' satisfies Rule),
  z.refine((dollars) => Number(dollars.toFixed(2)) === dollars, 'amount' satisfies Rule),
);

/** The steps after a sale, in the order of the work. Each has the day on which it was done. */
export const jobStepLabels = { orderedOn: 'Ordered', arrivedOn: 'Arrived', installedOn: 'Installed' } as const;
export type JobStep = keyof typeof jobStepLabels;
/** In their order. */
export const jobSteps = Object.keys(jobStepLabels) as JobStep[];

const fields = {
  orderedOn: date,
  /** The day on which the order should arrive. */
  dueOn: date,
  arrivedOn: date,
  installedOn: date,
};

/** The steps that the owner has noted for a sold lead. Days are in the business's zone. */
export const Job = z.partial(z.object(fields));
export type Job = z.infer<typeof Job>;

/** A change of the job: absent fields stay, `null` empties one. */
export const JobChange = z.object(emptiable(fields));
export type JobChange = z.infer<typeof JobChange>;

/** The customer paid `amount` dollars on this day. */
export const Payment = z.object({ on: date, amount });
export type Payment = z.infer<typeof Payment>;
export const MAX_PAYMENTS = 50;
