import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '#lib/time/units';

/** ms. The windows of ten and of fifteen minutes start on multiples of this. */
const LIMITS = 5 * MINUTE;
/** ms. The offered times change on multiples of this. */
const OFFERS = 30 * MINUTE;
/** ms for a test's calls. */
const ENOUGH = 20_000;

async function earlyIn(window: number): Promise<void> {
  const left = window - (Date.now() % window);
  // A timer may end a millisecond early.
  if (left < ENOUGH) await pause(left + 5);
}

/** Waits for the next counting window if this one may end during the test. */
export function earlyInWindow(): Promise<void> {
  return earlyIn(LIMITS);
}

/** Waits likewise until the offered times are stable for a test that reads them twice. */
export function earlyInOffer(): Promise<void> {
  return earlyIn(OFFERS);
}
