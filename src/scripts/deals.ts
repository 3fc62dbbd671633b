/** The offers of the home page: what must be put right, listen or begin to wait from the start. */
import { easternDate } from '#lib/calendar-date';
import { enlargeLinks } from '#islands/deals/enlarge-links.ts';
import { dealsPopup } from '#islands/deals/popup-timer.ts';
import { setDealsRight } from '#islands/deals/today.ts';

enlargeLinks();
dealsPopup();
// After the first paint: the first date of a time zone costs a phone tens of ms, and the offers are far below.
requestAnimationFrame(() => setTimeout(() => setDealsRight(easternDate(new Date()))));
