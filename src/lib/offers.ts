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

export interface Offer extends Term {
  readonly featured: boolean;
  readonly order: number;
}

const rank: Record<OfferState, number> = { running: 0, upcoming: 1, ended: 2 };

/** Running, upcoming, ended; then featured first; then by `order`. A featured, running first offer is in the popup. */
export function inShowOrder<O extends Offer>(offers: readonly O[], today: CalendarDate): O[] {
  return offers.toSorted(
    (a, b) =>
      rank[offerState(a, today)] - rank[offerState(b, today)] ||
      Number(b.featured) - Number(a.featured) ||
      a.order - b.order,
  );
}

/** The texts of an offer's state; `''` if not needed. */
export interface OfferWords {
  readonly ended: string;
  readonly term: string;
  readonly call: string;
}

/** Texts in the page's language (src/i18n). */
interface StateWords {
  readonly ended: string;
  readonly schedule: string;
  readonly askForCurrent: string;
  ran(term: string): string;
  coming(term: string): string;
}

/** The texts for the offer's state, for the build and the page's script. `validUntil` is its term for readers. */
export function offerWords(state: OfferState, validUntil: string, words: StateWords): OfferWords {
  if (state === 'ended') return { ended: words.ended, term: words.ran(validUntil), call: words.askForCurrent };
  const term = state === 'upcoming' ? words.coming(validUntil) : validUntil;
  return { ended: '', term, call: words.schedule };
}

/** The subject of a request from the card. Nobody asks for an ended offer by its name. */
export const aboutOffer = (
  state: OfferState,
  { title, discount }: { readonly title: string; readonly discount: string },
  { current }: { readonly current: string },
): string => `Offer: ${state === 'ended' ? current : `${title}, ${discount}`}`;
