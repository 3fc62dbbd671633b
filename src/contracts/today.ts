import * as z from 'zod/mini';
import { AdminLead } from './admin-lead.ts';
import { instant } from './calendar.ts';

/** `GET /api/today`: the owner's tasks. Each list but `visits` has at most `LEADS_A_PAGE` leads, beside the count of all. */
export const Today = z.object({
  /** From today (in the business's zone) on, soonest first, without those of `outcomes`. */
  visits: z.array(AdminLead),
  /**
   * New requests without a visit: promises that can still be kept, soonest first, then the longest wait. `due`: the end
   * of what the visitor was promised; absent if the dealer promises no hours.
   */
  waiting: z.array(z.extend(AdminLead, { due: z.optional(instant) })),
  waitingCount: z.number(),
  /** Their visit is over, and nobody said how it went. The last one first. */
  outcomes: z.array(AdminLead),
  outcomesCount: z.number(),
  /** To be called again today or before, the longest due first. */
  followUps: z.array(AdminLead),
  followUpsCount: z.number(),
  /** Those whose text nobody has answered, also closed ones; the longest wait first. Each is in its other list too. */
  texts: z._default(z.array(AdminLead), []),
  /** People whom nobody has reached hold half of the times, so new visitors are told that the owner calls them. */
  isCallFirst: z.optional(z.boolean()),
});
export type Today = z.infer<typeof Today>;
