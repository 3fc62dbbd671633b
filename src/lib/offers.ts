import type { CalendarDate } from './time/dates.ts';

/** First and last day. A missing day means no limit. */
export interface Term {
  readonly startsOn?: CalendarDate | undefined;
  readonly endsOn?: CalendarDate | undefined;
}

export type OfferState = 'running' | 'upcoming' | 'ended';

/** The offer's state on `today` (in the business's zone). Both days are included. */
export function offerState({ startsOn, endsOn }: Term, today: CalendarDate): OfferState {
  if (endsOn !== undefined && today > endsOn) return 'ended';
  if (startsOn !== undefined && today < startsOn) return 'upcoming';
  return 'running';
}
