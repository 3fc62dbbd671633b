import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';

/** Periods in days, including today. */
export const insightDays = ['30', '90', '365'] as const;
export type InsightDays = (typeof insightDays)[number];

/** The query of `GET /api/insights`. `as=csv` and `as=google-ads` return files. */
export const InsightsQuery = z.object({
  days: z._default(z.enum(insightDays, { error: 'insightDays' satisfies Rule }), '30'),
  as: z._default(z.enum(['json', 'csv', 'google-ads'], { error: 'insightFormat' satisfies Rule }), 'json'),
});
export type InsightsQuery = z.infer<typeof InsightsQuery>;

/** The steps of a lead. A visit counts once the lead's first one has begun. */
export const measures = ['requests', 'bookings', 'visits', 'won'] as const;
export type Measure = (typeof measures)[number];
const counts = {
  requests: z.number(),
  bookings: z.number(),
  visits: z.number(),
  won: z.number(),
  /** Sum of the won leads' amounts. */
  dollars: z.number(),
};

/** The steps, and what the won leads brought. */
export type Counts = z.infer<z.ZodMiniObject<typeof counts>>;

/** A date in the business's zone, `2026-11-23`. */
const date = z.iso.date();

/** Counts by the day of the event. `from` and `to` are included. */
const Period = z.object({
  from: date,
  to: date,
  ...counts,
  /** The number of called requests, and the minutes to the call: the median, and what the slowest tenth took at least. */
  calls: z.number(),
  callMinutes: z.nullable(z.number()),
  slowCallMinutes: z.nullable(z.number()),
});
export type Period = z.infer<typeof Period>;

/** The period's requests from one source, and their results since. */
const Share = z.object({
  name: z.string(),
  ...counts,
  /** Several small ones together. */
  isRest: z.optional(z.boolean()),
});
export type Share = z.infer<typeof Share>;

/** A person's visits that took place in the period, and its sales of leads whose last consultation was this person's. */
const PersonFigures = z.object({
  id: z.string(),
  name: z.string(),
  ...z.pick(z.object(counts), { visits: true, won: true, dollars: true }).shape,
});
export type PersonFigures = z.infer<typeof PersonFigures>;

/** `GET /api/insights`. The counts exclude likely robots. */
export const Insights = z.object({
  days: z.enum(insightDays),
  /** When the leads were counted, ISO 8601 in UTC. */
  countedAt: instant,
  period: Period,
  /** The same number of days before the period. */
  before: Period,
  /** Weeks from Monday to Sunday, the oldest first. The period cuts off the first and last. */
  weeks: z.array(Period),
  /** The largest first; the smallest are combined in the last. */
  sources: z.array(Share),
  campaigns: z.array(Share),
  cities: z.array(Share),
  /**
   * Of all sold leads now: orders on their way, and what is not paid. `installDays`: from sale to installation (median
   * of the period's).
   */
  jobs: z.object({ ordered: z.number(), unpaid: z.number(), installDays: z.nullable(z.number()) }),
  /** All leads that are quoted now. */
  quoted: z.object({ leads: z.number(), dollars: z.number() }),
  /** The period's won leads whose amount nobody entered. */
  unpriced: z.number(),
  robots: z.number(),
  /** Where there are or were several people. */
  people: z.optional(z.array(PersonFigures)),
  /** Ended leads are deleted after this many days and then are missing here. `null`: never. */
  keepDays: z.nullable(z.number()),
});
export type Insights = z.infer<typeof Insights>;

export function sharesTogether(name: string, shares: readonly Share[]): Share {
  const together: Share = { name, isRest: true, requests: 0, bookings: 0, visits: 0, won: 0, dollars: 0 };
  for (const share of shares) for (const count of [...measures, 'dollars'] as const) together[count] += share[count];
  return { ...together, dollars: Math.round(together.dollars * 100) / 100 };
}
