/**
 * Inline in the thank-you page. If this browser has asked for something, the page is not seen before its script has written
 * that (thank-you.ts), or 1.5 s have passed: so nothing moves.
 */
import { ASKED, BOOKED_VISIT } from './booked-visit.ts';
import { attempt } from './attempt.ts';

const hasPlans = attempt(() => localStorage.getItem(BOOKED_VISIT) ?? sessionStorage.getItem(ASKED));
if (hasPlans) {
  const { dataset } = document.documentElement;
  dataset['plans'] = '';
  setTimeout(() => delete dataset['plans'], 1500);
}
