/** The script of every public page. It must stay tiny: all else loads on demand. */
import { keepAttribution, startAnalytics, trackClicks } from './site/analytics.ts';
import { bookingButtons } from './site/booking-buttons.ts';
import { standBack } from './site/dock.ts';
import { mobileMenu } from './site/menu.ts';
import { deliverUndelivered } from './site/undelivered-requests.ts';

declare global {
  interface ImportMetaEnv {
    /** Google Analytics measurement id; absent: no analytics. */
    readonly PUBLIC_GA_ID?: string;
  }
}

const isMeasured = !('unmeasured' in document.documentElement.dataset);
if (import.meta.env.PUBLIC_GA_ID && isMeasured) startAnalytics(import.meta.env.PUBLIC_GA_ID);
if (isMeasured) keepAttribution();
trackClicks();
bookingButtons();
mobileMenu();
standBack();
deliverUndelivered();
