/** Browser storage keys that the site's script writes and the islands read. */
import { attempt } from './attempt.ts';

/** How the visitor came here: a session storage key and a field of the plain form. */
export const ATTRIBUTION = 'attribution';

/** Prefix of undelivered requests in local storage. The idempotency key follows. */
export const UNDELIVERED = 'undelivered-request:';

/** True if this browser has an undelivered request (`#browser/unsent-requests`). Small: every page runs it. */
export function hasUndelivered(storage = () => localStorage): boolean {
  return (
    attempt(() =>
      Array.from(storage(), (_, index) => storage().key(index)).some((name) => name?.startsWith(UNDELIVERED)),
    ) ?? false
  );
}
