import * as z from 'zod/mini';
import { date, instant } from './calendar.ts';
import { NewNote } from './lead-note.ts';
import { outcome } from './lead-outcome.ts';
import { Correction } from './lead-request.ts';
import { leadStatus, lostReason } from './lead-status.ts';
import { type Rule, seen } from './problem.ts';
import { notAnObject } from './text.ts';

/** Dollars. */
export const MAX_AMOUNT = 1_000_000;

/** Whole cents. */
const amount = z.number('amount' satisfies Rule).check(
  z.minimum(0, 'amount' satisfies Rule),
  z.maximum(MAX_AMOUNT, 'amount' satisfies Rule),
  z.refine((dollars) => Number(dollars.toFixed(2)) === dollars, 'amount' satisfies Rule),
);

/**
 * `PUT /api/leads/{id}`: absent fields stay, `null` empties one; `note` is added. `outcome` is of the visit that begins at
 * `visit`, and sets what `afterOutcome` says; `null` takes it back. `request` corrects the visitor's words; `seen` has its
 * fields beside the others. Answer: 200 with the lead; 409 by `seen`.
 */
export const LeadChange = z.object(
  {
    status: z.optional(leadStatus),
    lostReason: z.optional(z.nullable(lostReason)),
    amount: z.optional(z.nullable(amount)),
    followUp: z.optional(z.nullable(date)),
    noAds: z.optional(z.boolean({ error: 'change' satisfies Rule })),
    outcome: z.optional(z.object({ visit: instant, result: z.nullable(outcome) }, notAnObject)),
    note: z.optional(NewNote),
    request: z.optional(Correction),
    seen,
  },
  notAnObject,
);
export type LeadChange = z.infer<typeof LeadChange>;
