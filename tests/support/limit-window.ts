import { setTimeout as pause } from 'node:timers/promises';

/** ms; the windows of ten minutes and of fifteen both begin with one of these. */
const LIMITS = 5 * 60_000;
/** ms; the times on offer change with one of these. */
const OFFERS = 30 * 60_000;
/** ms that a test may take from its first call to its last. */
const ENOUGH = 20_000;

async function earlyIn(window: number): Promise<void> {
  const left = window - (Date.now() % window);
  // A timer may end a millisecond early by the clock.
  if (left < ENOUGH) await pause(left + 5);
}

/** Calls are counted in windows by the clock: waits for the next one where this one may end before the test does. */
export function earlyInWindow(): Promise<void> {
  return earlyIn(LIMITS);
}

/** The same for a test that reads the times on offer twice: the soonest one may go, and the last day come, meanwhile. */
export function earlyInOffer(): Promise<void> {
  return earlyIn(OFFERS);
}
