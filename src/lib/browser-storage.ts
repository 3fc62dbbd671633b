/** The names under which the site's own script keeps something in a visitor's browser; the islands read it there. */

/** In session storage, and as the plain form's field: how this session's visitor came here. */
export const ATTRIBUTION = 'attribution';

/** What the names of kept requests begin with in local storage; the rest is the request's idempotency key. */
export const UNDELIVERED = 'undelivered-request:';

/**
 * Whether this browser keeps a request that never reached us (`#islands/ui/outbox.ts` delivers it).
 * Every page asks this, so it is here alone and small. Storage may be blocked altogether: then there is none.
 */
export function hasUndelivered(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(UNDELIVERED));
  } catch {
    return false;
  }
}
