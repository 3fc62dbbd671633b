import * as z from 'zod/mini';
import { date } from './calendar.ts';
import { type Measure, measures } from './insights.ts';
import type { Rule } from './problem.ts';
import { line } from './text.ts';

/** `past`: one has begun. `none`: there was none, and none is booked. `booked`: also if it was cancelled later. */
export const visitFilterLabels = {
  ahead: 'Still to come',
  past: 'Has begun',
  booked: 'Was booked at some time',
  none: 'None',
} as const;
export type VisitFilter = keyof typeof visitFilterLabels;
const visit = z.enum(Object.keys(visitFilterLabels) as [VisitFilter, ...VisitFilter[]]);

/** The steps that the insights count. */
export const stepFilterLabels: Readonly<Record<Measure, string>> = {
  requests: 'Received, without robots',
  bookings: 'First booked',
  visits: 'First visited',
  won: 'Won',
};
const step = z.enum(measures);

/** In characters, as a source, a campaign or a first page may have. */
const MAX_LENGTH = 400;
const name = z._default(line(MAX_LENGTH), '');
const day = z._default(z.union([z.literal(''), date], { error: 'day' satisfies Rule }), '');

/** The owner narrows the list of leads by these, beside the search and the status. An empty value counts as absent. */
export const LeadFilters = z.object({
  /** The first and the last day of the request, or of the step, in the business's zone. */
  from: day,
  to: day,
  /** Only leads that have taken this step, and none that a robot most likely sent. */
  step: z._default(z.union([z.literal(''), step], { error: 'stepFilter' satisfies Rule }), ''),
  /** Where the lead came from, as the insights name it; in capitals or not. */
  source: name,
  campaign: name,
  landing: name,
  city: name,
  service: name,
  visit: z._default(z.union([z.literal(''), visit], { error: 'visitFilter' satisfies Rule }), ''),
});
