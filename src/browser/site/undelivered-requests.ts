import { hasUndelivered } from '#browser/browser-storage';
import { whenIdle } from '#browser/hydrate-events';

/** In ms between failed tries on this page. Later pages try again. */
const TRIES_AFTER = [5_000, 20_000, 60_000];

/** Delivers the requests of earlier pages. Loads nothing if there are none. */
export function deliverUndelivered(): void {
  whenIdle(() => void attempt(0));
  window.addEventListener('online', () => void attempt(TRIES_AFTER.length));
}

async function attempt(failures: number): Promise<void> {
  if (!hasUndelivered()) return;
  const left = await deliver();
  const pause = TRIES_AFTER[failures];
  if (left > 0 && pause) setTimeout(() => void attempt(failures + 1), pause);
}

/** Resolves to the number of undelivered requests. /thank-you shows `#undelivered` then. */
async function deliver(): Promise<number> {
  const notice = document.getElementById('undelivered');
  let left = 1;
  try {
    const { unsentRequests } = await import('#browser/unsent-requests');
    left = await unsentRequests.deliverKept();
    if (notice && left > 0) unsentRequests.forgetRefused();
  } catch {
    // Offline: the code cannot be loaded.
  }
  if (notice) notice.hidden = left === 0;
  return left;
}
