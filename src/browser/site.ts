/** The script of every public page. It must stay tiny: all else loads on demand. */
import { keepAttribution, startAnalytics, trackClicks } from '#browser/site/analytics';
import { bookingButtons } from '#browser/site/booking-buttons';
import { keepQuery } from '#browser/site/keep-query';
import { mobileMenu } from '#browser/site/menu';
import { deliverUndelivered } from '#browser/site/undelivered-requests';
import { showVisit } from '#browser/site/your-visit';

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
hideDock();
keepQuery();
void showVisit();
deliverUndelivered();

/** Hides the dock while the page's own "Schedule" and "Call" buttons are in view. */
function hideDock(): void {
  const dock = document.querySelector<HTMLElement>('[data-dock]');
  if (!dock) return;
  const seen = new Set<Element>();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      dock.dataset['dock'] = seen.size > 0 ? 'away' : 'shown';
    },
    { threshold: 0.5 },
  );
  for (const { parentElement } of document.querySelectorAll('.btn-row > [data-book]')) {
    if (parentElement) watcher.observe(parentElement);
  }
}
