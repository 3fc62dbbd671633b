import { createHash } from 'node:crypto';
import { windowPrefix } from '#server/limits/limits';
import type { Store } from '#server/storage/port';

const ATTEMPTS_MOST = 5;
const WINDOW_MS = 15 * 60_000;

/** A sign-in may be tried: give the place back when it succeeds. Or it may not, until `wait` milliseconds have passed. */
export type Attempt = { readonly giveBack: () => Promise<void> } | { readonly wait: number };

/**
 * Reserves one of the five tries that an address has for a name in each quarter of an hour, before the password is
 * looked at: however many come at once, five are compared. Keys are create-only and hold hashes alone; `sweepPlaces`
 * removes them.
 */
export async function reserveAttempt(
  limits: Store,
  { address, username }: { address: string; username: string },
  now: number,
): Promise<Attempt> {
  const window = Math.floor(now / WINDOW_MS) * WINDOW_MS;
  const who = createHash('sha256').update(`${window}\n${address}\n${username}`).digest('hex').slice(0, 24);
  for (let place = 1; place <= ATTEMPTS_MOST; place += 1) {
    const key = `${windowPrefix(window)}/sign-in/${who}/${place}`;
    if (await limits.create(key, null)) return { giveBack: () => limits.delete(key) };
  }
  return { wait: window + WINDOW_MS - now };
}
