import * as z from 'zod/mini';
import { DAY } from '#lib/time/units';
import { Slot } from './calendar.ts';
import type { LeadStatus, LostReason } from './lead-status.ts';
import type { VisitKind } from './owner-visit.ts';
import { keyOf } from './text.ts';
import { VisitDay } from './visit-day.ts';

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

/** A visit that has begun. `outcome` is absent until the owner says how it went. `kind` may be unknown to today's list. */
export const PastVisit = z.extend(Slot, {
  kind: z.string(),
  outcome: z.optional(z.string()),
  /** The owner's own. */
  note: z.optional(z.string()),
  day: z.optional(VisitDay),
});
export type PastVisit = z.infer<typeof PastVisit>;

/** ms. The owner is asked for so long how a visit went. */
export const ASKED_FOR_MS = 30 * DAY;

/** The visit is over, also where the owner is done before its end. */
const isOver = ({ end, day }: PastVisit, now: number): boolean => Date.parse(end) <= now || day?.doneAt !== undefined;

interface Toured {
  readonly status: string;
  readonly closedAt?: string | undefined;
  readonly visits: readonly PastVisit[];
}

/**
 * The last visit that is over, unless the owner said how it went. Of a sold lead only the visits that do the work, and
 * those since the sale, are asked for. `now` in ms.
 */
export function visitToTell({ status, closedAt = '9', visits }: Toured, now: number): PastVisit | undefined {
  const last = visits.findLast((visit) => isOver(visit, now));
  const isOfSale = status === 'won' && last && !isOfWork(last.kind) && last.start < closedAt;
  if (!last || last.outcome || isOfSale) return undefined;
  return Date.parse(last.end) > now - ASKED_FOR_MS ? last : undefined;
}
