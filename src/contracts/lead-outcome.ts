import type { LeadStatus, LostReason } from './lead-status.ts';
import type { VisitKind } from './owner-visit.ts';
import { keyOf } from './text.ts';

/** How a visit went. */
export const outcomeLabels = {
  sold: 'Sold',
  quoted: 'Quoted',
  'not now': 'Not now',
  'not home': 'Not home',
  cancelled: 'Cancelled at the door',
  done: 'Done',
  again: 'Come again',
} as const;
export type Outcome = keyof typeof outcomeLabels;
export const outcome = keyOf(outcomeLabels, 'outcome');

const ofWork: readonly string[] = ['installation', 'service'] satisfies VisitKind[];
/** A visit that does the work, after the sale. `kind` may be unknown to today's list. */
export const isOfWork = (kind: string): boolean => ofWork.includes(kind);

/** The outcomes that fit a kind of visit. */
export const outcomesOf = (kind: string): readonly Outcome[] =>
  isOfWork(kind) ? ['done', 'again', 'not home'] : ['sold', 'quoted', 'not now', 'not home', 'cancelled'];

interface AfterOutcome {
  readonly status?: LeadStatus;
  readonly lostReason?: LostReason;
}

const afterTalk: Readonly<Partial<Record<Outcome, AfterOutcome>>> = {
  sold: { status: 'won' },
  quoted: { status: 'quoted' },
  'not now': { status: 'lost', lostReason: 'not now' },
  'not home': { status: 'contacted' },
  cancelled: { status: 'lost', lostReason: 'cancelled' },
};

/**
 * What an outcome sets of its lead, unless the owner says something else in the same change. No visit takes a sale away,
 * and nobody loses a quote by not being home.
 */
export function afterOutcome(result: Outcome, kind: string, status: string): AfterOutcome {
  const isKept = status === 'won' || (status === 'quoted' && result === 'not home');
  return isKept || isOfWork(kind) ? {} : (afterTalk[result] ?? {});
}
