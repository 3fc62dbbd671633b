import * as z from 'zod/mini';
import { date } from './calendar.ts';
import { type Measure, measures } from './insights.ts';
import { leadStatus } from './lead-status.ts';
import type { Rule } from './problem.ts';
import { keyOf, line } from './text.ts';

/** In characters. */
export const MAX_SEARCH_LENGTH = 200;
export const LEADS_A_PAGE = 50;

/** `past`: one has begun. `none`: there was none, and none is booked. `booked`: also if it was cancelled later. */
export const visitFilterLabels = {
  ahead: 'Still to come',
  past: 'Has begun',
  booked: 'Was booked at some time',
  none: 'None',
} as const;
const visit = keyOf(visitFilterLabels, 'visitFilter');

const further = ['followUp', 'ordered', 'unpaid'] as const;

/** The steps that the insights count, the day of the next call, and those of sold leads that are not done yet. */
export const stepFilterLabels = {
  requests: 'Received, without robots',
  bookings: 'First booked',
  visits: 'First visited',
  won: 'Won',
  followUp: 'To be called again',
  ordered: 'Ordered, not arrived yet',
  unpaid: 'Sold, not paid yet',
} as const satisfies Record<Measure | (typeof further)[number], string>;
const step = z.enum([...measures, ...further]);

/** Without one: newest first. */
export const orderLabels = { followUp: 'Next call, soonest first', amount: 'Amount, highest first' } as const;
const order = keyOf(orderLabels, 'order');

/** The least amounts that are offered, in dollars. */
export const leastAmounts = [1000, 2500, 5000, 10_000, 25_000];
const DOLLARS = /^\d{0,7}$/;

/** In characters, as a source or a campaign may have. */
const MAX_LENGTH = 400;
const name = z._default(line(MAX_LENGTH), '');
const day = z._default(z.union([z.literal(''), date], { error: 'day' satisfies Rule }), '');

const NEXT = /^([\d.-]{1,20}_)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{32}$/;

/**
 * The query of `GET /api/leads` and `GET /api/leads/export`: the search, the status and the filters.
 * An empty value counts as absent.
 */
export const LeadQuery = z.object({
  /** Searches what was sent and noted, where the lead came from, and the language. */
  search: z._default(line(MAX_SEARCH_LENGTH), ''),
  status: z._default(z.union([z.literal(''), leadStatus], { error: 'status' satisfies Rule }), ''),
  /**
   * The first and the last day of the request, of the step, or of the next call, in the business's zone; of an order its
   * day, of what is not paid that of the sale.
   */
  from: day,
  to: day,
  /** Only leads that have taken this step, or are to take it, and none that a robot most likely sent. */
  step: z._default(z.union([z.literal(''), step], { error: 'stepFilter' satisfies Rule }), ''),
  /** Where the lead came from, as the insights name it; in capitals or not. */
  source: name,
  campaign: name,
  city: name,
  service: name,
  visit: z._default(z.union([z.literal(''), visit], { error: 'visitFilter' satisfies Rule }), ''),
  /** The least amount, in whole dollars. */
  amount: z._default(z.string().check(z.refine((text) => DOLLARS.test(text), 'amount' satisfies Rule)), ''),
  order: z._default(z.union([z.literal(''), order], { error: 'order' satisfies Rule }), ''),
  /** The `next` of the page before. */
  after: z._default(z.string().check(z.refine((text) => text === '' || NEXT.test(text), 'next' satisfies Rule)), ''),
});
export type LeadQuery = z.infer<typeof LeadQuery>;
