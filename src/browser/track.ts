/** Where a "Schedule" button or phone link is, for analytics. */
export type LinkLocation =
  | 'header'
  | 'menu'
  | 'hero'
  | 'deals'
  | 'products'
  | 'deals-popup'
  | 'owners'
  | 'faq'
  | 'closing'
  | 'footer'
  | 'dock'
  | 'booking'
  | 'book'
  | 'blog'
  | 'article'
  | 'gallery'
  | 'service-area'
  | 'sun'
  | 'service-area-closing'
  | 'privacy'
  | 'page'
  | 'thank-you'
  | 'visit'
  | 'not-found';

/** The analytics events with their parameters. */
interface TrackedEvents {
  consultation_request: { method: 'calendar' | 'form' };
  /** The slot's label: `Tuesday, December 1 at 10:30 AM ET`. */
  calendar_booking_complete: { time_slot: string };
  phone_click: { location: string };
  cta_click: { location: string };
  /** `button`, or `rating_link` beside the stars. */
  google_reviews_click: { location: string };
  /** A product's card was seen; once per page. File name in `src/content/products`. */
  product_view: { product: string };
  /** A maker's picture was enlarged or closed. File name in `src/content/promotions`. */
  promo_view: { promotion: string };
  promo_close: { promotion: string };
  /** The public gallery was opened; once per page. */
  gallery_view: Record<string, never>;
}
type TrackedEvent = keyof TrackedEvents;
export type Track = <E extends TrackedEvent>(event: E, params: TrackedEvents[E]) => void;

declare global {
  interface Window {
    /** Google's tag function, if analytics is set up (`startAnalytics`). */
    gtag?: (...command: unknown[]) => void;
    dataLayer?: unknown[];
  }
}

/** Reports an event. Does nothing without analytics. */
export const track: Track = (event, params) => {
  window.gtag?.('event', event, params);
};
