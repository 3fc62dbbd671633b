import * as z from 'zod/mini';
import { DAY } from '#lib/time/units';
import { instant } from './calendar.ts';
import type { LeadStatus, LostReason } from './lead-status.ts';
import { keyOf } from './text.ts';

/** How a visit went. */
export const outcomeLabels = {
  sold: 'Sold',
  quoted: 'Quoted',
  'not now': 'Not now',
  'not home': 'Not home',
  cancelled: 'Cancelled at the door',
} as const;
export type Outcome = keyof typeof outcomeLabels;
export const outcome = keyOf(outcomeLabels, 'outcome');

/** An outcome sets these fields of its lead, unless the owner says something else in the same change. */
export const afterOutcome = {
  sold: { status: 'won' },
  quoted: { status: 'quoted' },
  'not now': { status: 'lost', lostReason: 'not now' },
  'not home': { status: 'contacted' },
  cancelled: { status: 'lost', lostReason: 'cancelled' },
} as const satisfies Record<Outcome, { readonly status: LeadStatus; readonly lostReason?: LostReason }>;

/** A visit that has begun. `outcome` is absent until the owner says how it went. `kind` may be unknown to today's list. */
export const PastVisit = z.object({
  start: instant,
  end: instant,
  kind: z.string(),
  outcome: z.optional(z.string()),
});
export type PastVisit = z.infer<typeof PastVisit>;

/** ms. The owner is asked for so long how a visit went. */
const ASKED_FOR_MS = 30 * DAY;

/** The last visit that is over, unless the owner said how it went. `now` in ms. */
export function visitToTell({ visits }: { readonly visits: readonly PastVisit[] }, now: number): PastVisit | undefined {
  const last = visits.findLast(({ end }) => Date.parse(end) <= now);
  return last && !last.outcome && Date.parse(last.end) > now - ASKED_FOR_MS ? last : undefined;
}
