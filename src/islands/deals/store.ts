import { atom } from 'nanostores';
import type { CalendarDate } from '#lib/calendar-date';
import { inShowOrder, type Offer, offerState } from '#lib/offers';

/** Under this name the browser keeps when the deals popup was dismissed: `String(Date.now())`. */
const KEY = 'deals-popup-dismissed';
/** ms. For so long after a dismissal the popup stays away. */
const AWAY = 24 * 60 * 60 * 1000;

/** An offer over the page, told by its card: in the popup, or as its maker's picture enlarged. */
export interface OpenOffer {
  readonly view: 'popup' | 'enlarged';
  readonly card: HTMLElement;
}

/** The offer that is open, if one is. Whoever sets it sees to it that the island is there. */
export const $openOffer = atom<OpenOffer | null>(null);

/** Whether the visitor has dismissed the popup within the last 24 hours. Blocked storage remembers nothing. */
export function isDismissed(storage: () => Storage, now: number): boolean {
  try {
    const age = now - Number(storage().getItem(KEY) ?? Number.NaN);
    // A time to come was written under a wrong clock; it would keep the popup away for who knows how long.
    return age >= 0 && age < AWAY;
  } catch {
    return false;
  }
}

/** Remembers that the popup was dismissed at `now` (ms since the epoch). */
export function dismiss(storage: () => Storage, now: number): void {
  try {
    storage().setItem(KEY, String(now));
  } catch {
    // Blocked or full: the popup comes again with the next page, which is all that is lost.
  }
}

/** An offer as its card tells of it: `data-starts-on`, `data-ends-on`, `data-featured` and `data-order`. */
interface CardOffer extends Offer {
  readonly card: HTMLElement;
}

/** The cards of the page, in its order. */
function offersOnPage(): CardOffer[] {
  const cards = document.querySelectorAll<HTMLElement>('[data-promotion]');
  return Array.from(cards, (card) => ({
    ...card.dataset,
    card,
    featured: 'featured' in card.dataset,
    order: Number(card.dataset['order']),
  }));
}

/**
 * A page outlives the day it was built on. On a later one (`today`, Eastern) each card gets the state it has then, and
 * its place in that day's order, so that no offer is presented as running that has ended.
 */
export function setCardsRight(today: CalendarDate): void {
  const offers = offersOnPage();
  let isStale = false;
  for (const offer of offers) {
    const state = offerState(offer, today);
    isStale ||= offer.card.dataset['state'] !== state;
    offer.card.dataset['state'] = state;
  }
  if (isStale) reorder(inShowOrder(offers, today));
}

/** The card of the offer for the popup, once the cards are right. Without a running one there is no popup. */
export function popupCard(): HTMLElement | null {
  return document.querySelector('[data-promotion][data-featured][data-state="running"]');
}

/** Only the first running offer has a filled button. */
function reorder(offers: readonly CardOffer[]): void {
  for (const [index, { card }] of offers.entries()) {
    card.parentElement?.append(card);
    const call = card.querySelector('[data-book]');
    if (call) call.className = index === 0 && card.dataset['state'] === 'running' ? 'btn btn-sm' : 'link text-sm';
  }
}
