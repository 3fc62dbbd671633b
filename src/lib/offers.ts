import type { CalendarDate } from './calendar-date.ts';

/** The first and the last day of an offer or credit; without one it is open on that side. */
export interface Term {
  readonly startsOn?: CalendarDate | undefined;
  readonly endsOn?: CalendarDate | undefined;
}

export type OfferState = 'running' | 'upcoming' | 'ended';

/** Where `today` (Eastern) stands in the term; both its days belong to it. */
export function offerState({ startsOn, endsOn }: Term, today: CalendarDate): OfferState {
  if (endsOn !== undefined && today > endsOn) return 'ended';
  if (startsOn !== undefined && today < startsOn) return 'upcoming';
  return 'running';
}
