import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import { KeptRequest } from './kept-request.ts';
import { Job } from './lead-job.ts';
import { LeadNote } from './lead-note.ts';
import { PastVisit } from './lead-outcome.ts';
import type { Rule } from './problem.ts';
import { notAnObject } from './text.ts';

/** `form` is the plain page without scripts; `phone` was entered by the owner; `text` came as a text message. */
export type LeadSource = 'dialog' | 'form' | 'phone' | 'text';

const AlikeLead = z.object({ id: z.string(), createdAt: instant, name: z.string() });
export type AlikeLead = z.infer<typeof AlikeLead>;

/** `POST /api/leads/{id}/one`: makes the lead one with another. Answer: 200 with the kept one, which is the earlier. */
export const MakeOne = z.object({ other: z.string('change' satisfies Rule) }, notAnObject);
export type MakeOne = z.infer<typeof MakeOne>;

/** A lead for the owner. Instants are ISO 8601 in UTC. `source` and `status` may be unknown to today's lists. */
export const AdminLead = z.object({
  id: z.string(),
  createdAt: instant,
  updatedAt: instant,
  source: z.string(),
  status: z.string(),
  /** The honeypot was filled in: likely spam. */
  isSpam: z.boolean(),
  request: KeptRequest,
  /** The start of the next visit, else of the last one. */
  slot: z.optional(instant),
  slotEnd: z.optional(instant),
  /** A `VisitKind`, or one of other rules. */
  slotKind: z.optional(z.string()),
  /** The owner's own note of it; of Today's cards only. */
  slotNote: z.optional(z.string()),
  /** The visits to come, the soonest first. */
  coming: z.array(PastVisit),
  /** Those that have begun, the oldest first. */
  visits: z.array(PastVisit),
  /** The day on which the owner wants to see the lead again, in the business's zone. */
  followUp: z.optional(z.string()),
  /** In dollars: the quoted one, then the sold one. */
  amount: z.optional(z.number()),
  lostReason: z.optional(z.string()),
  job: z.optional(Job),
  /** The visitor said no: the lead stays out of the file for Google Ads. */
  noAds: z.optional(z.boolean()),
  /** The last time that the lead was won or lost. */
  closedAt: z.optional(instant),
  /** The visit's cancellation, until another is booked. */
  cancelledAt: z.optional(instant),
  /** The requests of the leads that are one with it. */
  also: z.optional(z.array(z.object({ createdAt: instant, source: z.string(), request: KeptRequest }))),
  /** Other leads with its number or mail address, newest first; of the open lead only. */
  alike: z.optional(z.array(AlikeLead)),
  /** The customer was asked for a review. */
  reviewAskedAt: z.optional(instant),
  /** The visitor's last text, until somebody answers it. */
  unansweredText: z.optional(z.object({ id: z.string(), at: instant, text: z.string() })),
  /** The number has stopped texts from us; on Today only. */
  hasStopped: z.optional(z.boolean()),
  /** In the order of their writing. */
  notes: z.array(LeadNote),
});
export type AdminLead = z.infer<typeof AdminLead>;

export type Asked = Pick<AdminLead, 'createdAt' | 'cancelledAt'> & {
  readonly also?: readonly { readonly createdAt: string }[] | undefined;
};

/** The start of a lead's wait for a call, in ISO 8601: its last request or its visit's cancellation. */
export const waitsSince = ({ createdAt, cancelledAt, also }: Asked): string =>
  cancelledAt ?? [createdAt, ...(also ?? []).map((one) => one.createdAt)].sort().at(-1) ?? createdAt;
