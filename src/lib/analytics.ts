import { track } from './track.ts';
import { whenIdle } from './when-idle.ts';

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
    const { track: event, trackLocation: place = '' } = marked?.dataset ?? {};
    if (isClick(event)) track(event, { location: place });
  });
}

function isClick(event: string | undefined): event is 'phone_click' | 'cta_click' | 'google_reviews_click' {
  return event === 'phone_click' || event === 'cta_click' || event === 'google_reviews_click';
}
