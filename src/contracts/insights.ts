import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';

/** Over how many days the owner may look back, today among them. */
export const insightDays = ['30', '90', '365'] as const;
export type InsightDays = (typeof insightDays)[number];

/** The query of `GET /api/insights`. `as=csv` answers the same figures as a file. */
export const InsightsQuery = z.object({
  days: z._default(z.enum(insightDays, { error: 'insightDays' satisfies Rule }), '30'),
  as: z._default(z.enum(['json', 'csv'], { error: 'insightFormat' satisfies Rule }), 'json'),
});
export type InsightsQuery = z.infer<typeof InsightsQuery>;

/** What is counted, in the order that it comes about. */
export const measures = ['requests', 'bookings', 'visits', 'closed'] as const;
export type Measure = (typeof measures)[number];

const counts = { requests: z.number(), bookings: z.number(), visits: z.number(), closed: z.number() };

/** An Eastern calendar day, `2026-11-23`. */
const date = z.iso.date();

/** Each thing counted on the day when it came about; `from` and `to` are both part of it. */
const Week = z.object({ from: date, to: date, ...counts });
export type Week = z.infer<typeof Week>;

/** All of a period. */
const Period = z.object({
  from: date,
  to: date,
  ...counts,
  /** How many requests of the period were called, and the median from the request to the call, in minutes. */
  calls: z.number(),
  callMinutes: z.nullable(z.number()),
});
export type Period = z.infer<typeof Period>;

/** Of the requests of the period: how many came from there, and what has become of them since. */
const Share = z.object({ name: z.string(), ...counts });
export type Share = z.infer<typeof Share>;

/** `GET /api/insights`: what works. What a robot most likely sent is in none of the counts. */
export const Insights = z.object({
  days: z.enum(insightDays),
  /** When the leads were counted, ISO 8601 in UTC. */
  countedAt: instant,
  period: Period,
  /** As many days right before it. */
  before: Period,
  /** Monday to Sunday in Eastern time, the oldest first; the first and the last are cut off by the period. */
  weeks: z.array(Week),
  /** The greatest first, the smallest together as the last. */
  sources: z.array(Share),
  campaigns: z.array(Share),
  landings: z.array(Share),
  services: z.array(Share),
  cities: z.array(Share),
  /** How many of the period were most likely sent by robots. */
  robots: z.number(),
  /** After how many days closed leads are removed, and so from these figures; `null`: never. */
  keepDays: z.nullable(z.number()),
});
export type Insights = z.infer<typeof Insights>;

/** Several shares as one, under that name. */
export function sharesTogether(name: string, shares: readonly Share[]): Share {
  const sum = (measure: Measure) => shares.reduce((total, share) => total + share[measure], 0);
  return {
    name,
    requests: sum('requests'),
    bookings: sum('bookings'),
    visits: sum('visits'),
    closed: sum('closed'),
  };
}
