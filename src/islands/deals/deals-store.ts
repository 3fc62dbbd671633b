import { atom } from 'nanostores';
import { attempt } from '#browser/attempt';
import type { CalendarDate } from '#lib/time/dates';
import { offerState } from '#lib/offers';
import { DAY } from '#lib/time/units';

/** Local storage key for the time of the popup's dismissal, in ms since the epoch. */
const KEY = 'deals-popup-dismissed';
/** In ms: how long the popup stays away. */
const AWAY = DAY;

/** The open offer: in the popup, or as a maker's picture. */
export interface OpenOffer {
  readonly view: 'popup' | 'enlarged';
  readonly card: HTMLElement;
}

/** The open offer, if any. The caller must load the island. */
export const $openOffer = atom<OpenOffer | null>(null);

/** True if the visitor dismissed the popup within 24 hours. `now` in ms. False if storage is blocked. */
export function isDismissed(storage: () => Storage, now: number): boolean {
  const age = now - Number(attempt(() => storage().getItem(KEY)) ?? Number.NaN);
  // A future time comes from a wrong clock and would block the popup for too long.
  return age >= 0 && age < AWAY;
}

/** Stores the dismissal at `now` (ms since the epoch). If storage is blocked or full, the popup returns on the next page. */
export function dismiss(storage: () => Storage, now: number): void {
  attempt(() => storage().setItem(KEY, String(now)));
}

/** Updates the cards for `today` (in the business's zone), so that an offer that has ended does not look current. */
export async function setCardsRight(today: CalendarDate): Promise<void> {
  let isStale = false;
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-promotion]')) {
    const state = offerState({ ...dataset }, today);
    isStale ||= dataset['state'] !== state;
    dataset['state'] = state;
  }
  if (isStale) (await import('./stale-cards.ts')).rewriteCards(today);
}

/** The popup's card, or `null`. Update the cards first. */
export function popupCard(): HTMLElement | null {
  return document.querySelector('[data-promotion][data-featured][data-state="running"]');
}
