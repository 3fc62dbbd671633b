import { ATTRIBUTION } from '#lib/browser-storage';
import { whenIdle } from '#lib/intent';
import { track } from '#lib/track';

/**
 * Sets up Google's tag for the measurement `id`. Events are queued at once;
 * the script itself loads when the page has nothing better to do.
 */
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

/** One listener for the whole page: a click in `<a data-track="phone_click" data-track-location="header">` is an event. */
export function trackClicks(): void {
  document.addEventListener('click', ({ target }) => {
    const marked = target instanceof Element ? target.closest<HTMLElement>('[data-track]') : null;
    const { track: event, trackLocation: location = '' } = marked?.dataset ?? {};
    if (isClick(event)) track(event, { location });
  });
}

function isClick(event: string | undefined): event is 'phone_click' | 'cta_click' | 'google_reviews_click' {
  return event === 'phone_click' || event === 'cta_click' || event === 'google_reviews_click';
}

/** What an advertisement puts into its link; the contract's list is the exact one (`#contracts/consultation`). */
const PARAMETER = /^utm_|(cl|clk)id$|braid$/;
/** Characters of the encoded text: the form's whole body may have 32 kB. */
const MAX_IN_FORM = 9000;

/**
 * Keeps for this tab how the visitor came here: the first page's address counts, until a new campaign brings them again.
 * The plain form of /book takes it along in a hidden field; the dialog reads it by itself.
 */
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
    // Storage is blocked: then this page alone knows.
  }
  document.addEventListener('formdata', ({ formData }) => {
    if (encodeURIComponent(kept).length < MAX_IN_FORM) formData.set(ATTRIBUTION, kept);
  });
}
