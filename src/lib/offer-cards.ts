import type { CalendarDate } from './calendar-date.ts';
import { offerState, type OfferState, type Term } from './offers.ts';

/** What decides an offer's position among the others. */
export interface Offer extends Term {
  readonly featured: boolean;
  readonly order: number;
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

/** What a card says of its offer besides the offer itself; what does not apply is empty. */
export interface OfferWords {
  readonly ended: string;
  readonly term: string;
  /** On its button. */
  readonly call: string;
}

/** What is said of an offer in the language of its page (src/i18n). */
interface StateWords {
  readonly ended: string;
  readonly schedule: string;
  readonly askForCurrent: string;
  ran(term: string): string;
  coming(term: string): string;
}

/**
 * The words for the state that an offer is in. `validUntil` is its term as people read it. The build writes them into
 * the card, and on a day when the offer has come to another state the page's script does.
 */
export function offerWords(state: OfferState, validUntil: string, words: StateWords): OfferWords {
  if (state === 'ended') return { ended: words.ended, term: words.ran(validUntil), call: words.askForCurrent };
  const term = state === 'upcoming' ? words.coming(validUntil) : validUntil;
  return { ended: '', term, call: words.schedule };
}
