import type { CalendarDate } from '#lib/calendar-date';
import { stateOf } from './offers-in-page.ts';

/**
 * A page outlives the day it was built on. On a later one (`today`, Eastern) each card gets the state it has then, so
 * that no offer is presented as running that has ended; what puts them in order loads only when one has changed.
 */
export function setDealsRight(today: CalendarDate): void {
  let stale = false;
  for (const card of document.querySelectorAll<HTMLElement>('[data-promotion]')) {
    const state = stateOf(card, today);
    stale ||= card.dataset['state'] !== state;
    card.dataset['state'] = state;
  }
  // Without a connection the cards keep their places, and still say what is true.
  if (stale) import('./reorder.ts').then(({ reorder }) => reorder(today)).catch(() => undefined);
}
