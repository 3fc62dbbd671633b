import type { CalendarDate } from '#lib/calendar-date';
import { inShowOrder } from '#lib/offers';
import { offersIn } from './offers-in-page.ts';

/** Puts the cards into the order of `today` (Eastern). Only the first running offer has a filled button. */
export function reorder(today: CalendarDate): void {
  const cards = document.querySelectorAll<HTMLElement>('[data-promotion]');
  const inOrder = inShowOrder(offersIn(cards), today).map(({ element }) => element);
  for (const [index, card] of inOrder.entries()) {
    card.parentElement?.append(card);
    const call = card.querySelector('[data-book]');
    if (call) call.className = index === 0 && card.dataset['state'] === 'running' ? 'btn btn-sm' : 'link small';
  }
}
