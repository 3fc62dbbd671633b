/**
 * Inline in the thank-you page. If this browser has asked for something, the page is not seen before its script has written
 * that (thank-you.ts): so nothing moves.
 */
import { ASKED } from './asked-callback.ts';
import { attempt } from './attempt.ts';
import { BOOKED_VISIT } from './booked-visit.ts';

const hasPlans = attempt(() => localStorage.getItem(BOOKED_VISIT) ?? sessionStorage.getItem(ASKED));
if (hasPlans) document.documentElement.dataset['plans'] = '';
