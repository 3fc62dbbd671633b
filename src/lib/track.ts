/** Where on a page a "Schedule" button or a phone link stands: the location that analytics hears of. */
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
  | 'service-area-closing'
  | 'privacy'
  | 'thank-you'
  | 'visit'
  | 'not-found';

/** The analytics events, and what goes with each. */
interface TrackedEvents {
  consultation_request: { method: 'calendar' | 'form' };
  /** The slot's label: `Tuesday, December 1 at 10:30 AM ET`. */
  calendar_booking_complete: { time_slot: string };
  phone_click: { location: string };
  cta_click: { location: string };
  /** Which of the two links to the review site: the button, or the rating beside the stars. */
  google_reviews_click: { location: string };
  /** A product's card has been seen, once a page. The file names of `src/content/products`. */
  product_view: { product: string };
  /** A maker's promotion picture has been enlarged, and closed. The file names of `src/content/promotions`. */
  promo_view: { promotion: string };
  promo_close: { promotion: string };
  /** The public gallery has been opened, once a page. */
  gallery_view: Record<string, never>;
}
type TrackedEvent = keyof TrackedEvents;
export type Track = <E extends TrackedEvent>(event: E, params: TrackedEvents[E]) => void;

declare global {
  interface Window {
    /** Google's tag function; there is one only where analytics is set up (`startAnalytics`). */
    gtag?: (...command: unknown[]) => void;
    dataLayer?: unknown[];
  }
}

/** Reports an event to the global tag function; without one nothing is measured, and nothing fails. */
export const track: Track = (event, params) => {
  window.gtag?.('event', event, params);
};
