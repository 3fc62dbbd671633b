import * as z from 'zod/mini';
import { date, instant } from '#contracts/calendar';
import { amount, JobChange, MAX_PAYMENTS, Payment } from '#contracts/lead-job';
import { NewNote } from '#contracts/lead-note';
import { outcome } from '#contracts/lead-outcome';
import { Correction } from '#contracts/lead-request';
import { leadStatus, lostReason } from '#contracts/lead-status';
import { BookedByOwner, MAX_VISIT_NOTE } from '#contracts/owner-visit';
import { type Rule, seen } from '#contracts/problem';
import { paragraph } from '#contracts/text';
import { wayMinutes } from '#contracts/visit-day';

const flag = 'command' satisfies Rule;

/**
 * Sets fields: an absent one stays, `null` empties one. `outcome` is of the visit that begins at `visit`, and sets what
 * `afterOutcome` says; `null` takes it back. Of a lead that is sold already, `amount` beside `sold` is of that further
 * sale. `sale`: whose job it is, absent for the first. `isSpam`: a person whom the honeypot took for a robot. `reviewAsked`:
 * the owner has asked for a review. `unansweredTexts`: the visitor's texts need no answer. `unsentText`: the visitor knows what
 * our text did not tell. `seen` has the values of these fields that the owner saw; 409 by it. `follows`: the command that this one goes on from, so that one Undo takes back both.
 */
const Change = z.object({
  do: z.literal('change'),
  status: z.optional(leadStatus),
  lostReason: z.optional(z.nullable(lostReason)),
  amount: z.optional(z.nullable(amount)),
  followUp: z.optional(z.nullable(date)),
  job: z.optional(JobChange),
  sale: z.optional(z.int(flag).check(z.gte(0, flag))),
  payments: z.optional(z.nullable(z.array(Payment).check(z.minLength(1, flag), z.maxLength(MAX_PAYMENTS, flag)))),
  isSpam: z.optional(z.literal(false, { error: flag })),
  reviewAsked: z.optional(z.literal(true, { error: flag })),
  noAds: z.optional(z.boolean({ error: flag })),
  outcome: z.optional(z.object({ visit: instant, result: z.nullable(outcome) }, flag)),
  unansweredTexts: z.optional(z.null()),
  unsentText: z.optional(z.null()),
  seen,
  follows: z.optional(z.string()),
});
export type Change = z.infer<typeof Change>;

const dayStep = { do: z.literal('dayStep'), visit: instant };

/**
 * `POST /api/leads/{id}`: what the owner does with a lead, each in one write. A repeat changes nothing. Answer: 200 with the
 * lead; 400, 404; 409 where the lead is another by now, or the command does not fit it.
 */
export const Command = z.discriminatedUnion(
  'do',
  [
    Change,
    /** The owner's words in place of the visitor's. */
    z.object({ do: z.literal('correct'), request: Correction, seen }),
    /** Adds a note. */
    z.object({ do: z.literal('note'), note: NewNote }),
    /** The owner's own note of the visit that begins at `visit`, in place of the one that is there. */
    z.object({ do: z.literal('visitNote'), visit: instant, note: paragraph(MAX_VISIT_NOTE) }),
    /** Notes how far the owner is with today's visit that begins at `visit`, or takes back the last step, made at `at`. */
    z.discriminatedUnion(
      'step',
      [
        z.object({ ...dayStep, step: z.literal('onMyWay'), minutes: z.literal(wayMinutes, 'mark' satisfies Rule) }),
        z.object({ ...dayStep, step: z.enum(['arrived', 'done', 'nobody']) }),
        z.object({ ...dayStep, step: z.literal('undo'), at: instant }),
      ],
      'mark' satisfies Rule,
    ),
    /** Takes back the change that was made at `at`, if nothing of it has changed since. */
    z.object({ do: z.literal('undo'), at: z.string(flag) }),
    /** Books or changes a visit; 409 with `Overlaps` where the time is not free. */
    BookedByOwner,
    /** Cancels the visit to come that begins at `from`, the one of this id if several do. `isQuiet`: the visitor is not told. */
    z.object({ do: z.literal('cancel'), from: instant, visitId: z.optional(z.string()), isQuiet: z.boolean() }),
    /** Makes the lead one with another. The answer is the kept one, which is the earlier. */
    z.object({ do: z.literal('merge'), other: z.string(flag) }),
  ],
  flag,
);
export type Command = z.infer<typeof Command>;
export type CommandOf<Kind extends Command['do']> = Extract<Command, { do: Kind }>;

/** The commands that one write of the document fulfills. */
export type PureCommand = Exclude<Command, { do: 'book' | 'cancel' | 'merge' }>;
