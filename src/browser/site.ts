/** The script of every public page. It must stay tiny: all else loads on demand. */
import { keepAttribution, startAnalytics, trackClicks } from '#browser/site/analytics';
import { bookingButtons } from '#browser/site/booking-buttons';
import { standBack } from '#browser/site/dock';
import { mobileMenu } from '#browser/site/menu';
import { deliverUndelivered } from '#browser/site/undelivered-requests';

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
