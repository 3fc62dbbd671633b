import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import { KeptRequest } from './kept-request.ts';
import { Job } from './lead-job.ts';
import { LeadNote } from './lead-note.ts';
import { PastVisit } from './lead-outcome.ts';

/** `form` is the plain page without scripts; `phone` was entered by the owner. */
export type LeadSource = 'dialog' | 'form' | 'phone';

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
  /** The last time that the lead was won, lost or closed. */
  closedAt: z.optional(instant),
  /** The visit's cancellation, until another is booked. */
  cancelledAt: z.optional(instant),
  /** In the order of their writing. */
  notes: z.array(LeadNote),
});
export type AdminLead = z.infer<typeof AdminLead>;

/** The start of a lead's wait for a call, in ISO 8601: its request or its visit's cancellation. */
export const waitsSince = ({ createdAt, cancelledAt }: Pick<AdminLead, 'createdAt' | 'cancelledAt'>): string =>
  cancelledAt ?? createdAt;
