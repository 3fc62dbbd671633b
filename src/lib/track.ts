/** The analytics events of the specification's section 7, and what goes with each. */
export interface TrackedEvents {
  consultation_request: { method: 'calendar' | 'form' };
  /** The slot's label: `Tuesday, December 1 at 10:30 AM ET`. */
  calendar_booking_complete: { time_slot: string };
  phone_click: { location: string };
  cta_click: { location: string };
}
export type TrackedEvent = keyof TrackedEvents;
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
