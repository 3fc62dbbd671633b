import { setTimeout as pause } from 'node:timers/promises';

/** ms; the windows of ten minutes and of fifteen both begin with one of these. */
const BEGINS_EACH = 5 * 60_000;
/** ms that a test may take from its first call to its last. */
const ENOUGH = 20_000;

/** Calls are counted in windows by the clock: waits for the next one where this one may end before the test does. */
export async function earlyInWindow(): Promise<void> {
  const left = BEGINS_EACH - (Date.now() % BEGINS_EACH);
  if (left < ENOUGH) await pause(left);
}
