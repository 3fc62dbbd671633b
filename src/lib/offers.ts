import type { CalendarDate } from './calendar-date.ts';

/** The first and the last day of an offer or credit; without one it is open on that side. */
export interface Term {
  readonly startsOn?: CalendarDate | undefined;
  readonly endsOn?: CalendarDate | undefined;
}

/** What decides an offer's place among the others. */
export interface Offer extends Term {
  readonly featured: boolean;
  readonly order: number;
}

export type OfferState = 'running' | 'upcoming' | 'ended';

/** Where `today` (Eastern) stands in the term; both its days belong to it. */
export function offerState({ startsOn, endsOn }: Term, today: CalendarDate): OfferState {
  if (endsOn !== undefined && today > endsOn) return 'ended';
  if (startsOn !== undefined && today < startsOn) return 'upcoming';
  return 'running';
}

const rank: Record<OfferState, number> = { running: 0, upcoming: 1, ended: 2 };

/**
 * The offers as the page shows them: running, upcoming, ended; among equals featured first, then by `order`. So the
 * first one, if it is featured and running, is the one for the popup.
 */
export function inShowOrder<O extends Offer>(offers: readonly O[], today: CalendarDate): O[] {
  return offers.toSorted(
    (a, b) =>
      rank[offerState(a, today)] - rank[offerState(b, today)] ||
      Number(b.featured) - Number(a.featured) ||
      a.order - b.order,
  );
}
