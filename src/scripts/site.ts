/**
 * The script of every public page, kept tiny: what must listen from the start.
 * Everything else loads when somebody wants it.
 */
import { startAnalytics, trackClicks } from '#lib/analytics';
import { keepAttribution } from '#lib/attribution';
import { bookingButtons } from './site/booking-buttons.ts';
import { mobileMenu } from './site/menu.ts';
import { deliverUndelivered } from './site/undelivered.ts';

const isMeasured = !('unmeasured' in document.documentElement.dataset);
if (import.meta.env.PUBLIC_GA_ID && isMeasured) startAnalytics(import.meta.env.PUBLIC_GA_ID);
if (isMeasured) keepAttribution();
trackClicks();
bookingButtons();
mobileMenu();
deliverUndelivered();
