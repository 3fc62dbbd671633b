import type { CalendarDate } from '#lib/calendar-date';
import { type Offer, offerState } from '#lib/offers';

/** Where the offer stands whose card or popup carries its dates: `data-starts`, `data-ends`. `today` is Eastern. */
export function stateOf({ dataset }: HTMLElement, today: CalendarDate) {
  return offerState({ startsOn: dataset['starts'], endsOn: dataset['ends'] }, today);
}

/** Reads the dates, `data-featured` and `data-order` of each element: all that decides on the order of offers. */
export function offersIn<E extends HTMLElement>(elements: Iterable<E>): (Offer & { readonly element: E })[] {
  return Array.from(elements, (element) => ({
    element,
    startsOn: element.dataset['starts'],
    endsOn: element.dataset['ends'],
    featured: element.dataset['featured'] !== undefined,
    order: Number(element.dataset['order']),
  }));
}
