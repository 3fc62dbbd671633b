import { ATTRIBUTION } from '#browser/browser-storage';
import { whenIdle } from '#browser/hydrate-events';
import { track } from '#browser/track';

/** Sets up Google's tag for the measurement `id`. Queues events at once; loads the script when the page is idle. */
export function startAnalytics(id: string): void {
  const dataLayer: unknown[] = [];
  window.dataLayer = dataLayer;
  window.gtag = function gtag() {
    // biome-ignore lint/complexity/noArguments: Google's script takes commands only as arguments objects.
    dataLayer.push(arguments);
  };
  window.gtag('js', new Date());
  window.gtag('config', id);
  whenIdle(() => {
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
    document.head.append(script);
  });
}

/** Reports clicks on marked links: `<a data-track="phone_click" data-track-location="header">`. */
export function trackClicks(): void {
  document.addEventListener('click', ({ target }) => {
    const marked = target instanceof Element ? target.closest<HTMLElement>('[data-track]') : null;
    const { track: event, trackLocation: location = '' } = marked?.dataset ?? {};
    if (event) track(event as 'phone_click' | 'cta_click' | 'google_reviews_click', { location });
  });
}

/** Advertising parameters. The exact list is in `#contracts/consultation`. */
const PARAMETER = /^utm_|(cl|clk)id$|braid$/;
/** Length of the encoded text: the whole form may have 32 kB. */
const MAX_IN_FORM = 9000;

/** Stores the first page's address, or a newer campaign's, for this tab and the plain form of /book. */
export function keepAttribution(): void {
  let kept = '';
  try {
    const parameters = [...new URLSearchParams(location.search)].filter(([name]) => PARAMETER.test(name));
    kept = sessionStorage[ATTRIBUTION] ?? '';
    if (parameters.length > 0 || !kept) {
      const [referrer = ''] = document.referrer.split(/[?#]/);
      const foreign = referrer.startsWith(location.origin) ? '' : referrer;
      kept = JSON.stringify({ ...Object.fromEntries(parameters), landing: location.pathname, referrer: foreign });
      sessionStorage[ATTRIBUTION] = kept;
    }
  } catch {
    // Storage is blocked: only this page knows.
  }
  document.addEventListener('formdata', ({ formData }) => {
    if (encodeURIComponent(kept).length < MAX_IN_FORM) formData.set(ATTRIBUTION, kept);
  });
}
