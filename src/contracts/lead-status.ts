import * as z from 'zod/mini';
import type { Rule } from './problem.ts';
import { keyOf } from './text.ts';

/** In the order of the work. */
export const leadStatusLabels = {
  new: 'New',
  contacted: 'Contacted',
  booked: 'Booked',
  visited: 'Visited',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
} as const;
export type LeadStatus = keyof typeof leadStatusLabels;
export const leadStatuses = Object.keys(leadStatusLabels) as [LeadStatus, ...LeadStatus[]];

export const leadStatus = z.enum(leadStatuses, { error: 'status' satisfies Rule });

/** A stored status in today's list. The owner sees a lead with an unknown status among the new ones. */
export const countedStatus = (status: string): LeadStatus => leadStatuses.find((known) => known === status) ?? 'new';

const ended: readonly string[] = ['won', 'lost'] satisfies LeadStatus[];
/** Nothing more is to be done for the lead. */
export const isEnded = ({ status }: { readonly status: string }): boolean => ended.includes(status);

const outcomes: readonly string[] = ['quoted', 'won', 'lost'] satisfies LeadStatus[];
/** The lead has come to something that programs hear of. */
export const isOutcome = ({ status }: { readonly status: string }): boolean => outcomes.includes(status);

/** Nobody works on the lead any more. A sold one still has its job. */
export const isClosed = ({ status }: { readonly status: string }): boolean => status === 'lost';

/** Why a lead was lost. */
export const lostReasonLabels = {
  price: 'Too expensive',
  'went elsewhere': 'Bought elsewhere',
  'not now': 'Not now',
  cancelled: 'Cancelled at the door',
  'no answer': 'Never reached',
  area: 'Too far away',
  other: 'Another reason',
} as const;
export type LostReason = keyof typeof lostReasonLabels;
export const lostReason = keyOf(lostReasonLabels, 'lostReason');
