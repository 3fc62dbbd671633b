import { atom } from 'nanostores';
import type { CalendarDate } from '#lib/calendar-date';
import { offerState } from '#lib/offers';

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

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-promotion]')];

/** The states of all offers on that day, as one text. */
export const statesOn = (day: CalendarDate) => `${cards().map(({ dataset }) => offerState({ ...dataset }, day))}`;

/**
 * A page outlives the day it was built on. On a later one (`today`, Eastern) each card gets the state it has then, and
 * what it says of it and its position among the others follow, so that no offer is presented as running that has ended.
 */
export async function setCardsRight(today: CalendarDate): Promise<void> {
  let isStale = false;
  for (const { dataset } of cards()) {
    const state = offerState({ ...dataset }, today);
    isStale ||= dataset['state'] !== state;
    dataset['state'] = state;
  }
  if (isStale) (await import('./stale-cards.ts')).rewriteCards(today);
}

/** The card of the offer for the popup, once the cards are right. Without a running one there is no popup. */
export function popupCard(): HTMLElement | null {
  return document.querySelector('[data-promotion][data-featured][data-state="running"]');
}
