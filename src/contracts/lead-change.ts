import * as z from 'zod/mini';
import { date, instant } from './calendar.ts';
import { amount, JobChange } from './lead-job.ts';
import { NewNote } from './lead-note.ts';
import { outcome } from './lead-outcome.ts';
import { Correction } from './lead-request.ts';
import { leadStatus, lostReason } from './lead-status.ts';
import { type Rule, seen } from './problem.ts';
import { notAnObject } from './text.ts';

/**
 * `PUT /api/leads/{id}`: absent fields stay, `null` empties one; `note` is added. `outcome` is of the visit that begins at
 * `visit`, and sets what `afterOutcome` says; `null` takes it back. Of a lead that is sold already, `amount` beside `sold`
 * is of that further sale. `isSpam`: a person whom the honeypot took for a robot.
 * `reviewAsked`: the owner has asked for a review. `request` corrects the visitor's words; `seen` has its
 * fields beside the others. Answer: 200 with the lead; 409 by `seen`.
 */
export const LeadChange = z.object(
  {
    status: z.optional(leadStatus),
    lostReason: z.optional(z.nullable(lostReason)),
    amount: z.optional(z.nullable(amount)),
    followUp: z.optional(z.nullable(date)),
    job: z.optional(JobChange),
    isSpam: z.optional(z.literal(false, { error: 'change' satisfies Rule })),
    reviewAsked: z.optional(z.literal(true, { error: 'change' satisfies Rule })),
    noAds: z.optional(z.boolean({ error: 'change' satisfies Rule })),
    outcome: z.optional(z.object({ visit: instant, result: z.nullable(outcome) }, notAnObject)),
    /** `null`: the visitor's text needs no answer. */
    unansweredText: z.optional(z.null()),
    note: z.optional(NewNote),
    request: z.optional(Correction),
    seen,
  },
  notAnObject,
);
export type LeadChange = z.infer<typeof LeadChange>;
