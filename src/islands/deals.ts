/** The offers of the home page: what must be put right, listen or begin to wait from the start. */
import { easternDate } from '#lib/calendar-date';
import { enlargeLinks } from './deals/enlarge-links.ts';
import { dealsPopup } from './deals/popup-timer.ts';
import { setDealsRight } from './deals/today.ts';

setDealsRight(easternDate(new Date()));
enlargeLinks();
dealsPopup();
