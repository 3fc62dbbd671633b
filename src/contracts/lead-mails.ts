import * as z from 'zod/mini';
import { instant } from './calendar.ts';

export const LeadMail = z.object({
  /** `request`, `booked`, `cancelled`, `undelivered` or another subject. */
  about: z.string(),
  to: z.enum(['owner', 'visitor']),
  state: z.enum(['waiting', 'sent', 'gave up']),
  /** The time of its end, or of writing while it waits. */
  at: instant,
});
export type LeadMail = z.infer<typeof LeadMail>;

/** `GET /api/leads/{id}/mails`: newest first. */
export const LeadMails = z.object({ mails: z.array(LeadMail) });
export type LeadMails = z.infer<typeof LeadMails>;
