import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  attemptLimit,
  consumeFor,
  type Network,
  type Networks,
  widerAttemptLimit,
  windowAt,
} from '#server/limits/limits';
import { getOrDamaged, type Store } from '#server/storage/port';
import { MINUTE } from '#lib/time/units';

/** A try, reserved until `until` (ms since the epoch) while its password is compared; `null`: a wrong one. */
export const Try = z.object({ until: z.nullable(z.number()) });
const SPENT = { until: null };

/** A function lives at most a minute, so after this time the holder is dead. */
const RESERVED_MS = MINUTE;
const POLL_MS = 50;
const MAX_WAIT_MS = 10_000;

/** A reserved try, or how many ms to wait. */
export type Attempt = { succeeded(): Promise<void>; failed(): Promise<void> } | { readonly wait: number };

/**
 * Reserves a try to sign in, in each of the caller's networks. Parallel calls cannot exceed the limits. While others of
 * the narrowest one hold all tries, a call waits, because a correct password releases its try.
 */
export async function reserveAttempt(
  limits: Store,
  { networks, username }: { networks: Networks; username: string },
  now: () => number,
): Promise<Attempt> {
  const [own, ...wider] = networks;
  const forUser = ({ name, share }: Network) => ({ name: `${name}\n${username}`, share });
  const attempt = await reserveIn(limits, forUser(own).name, now);
  if ('wait' in attempt) return attempt;
  const counted = await consumeFor(limits, widerAttemptLimit, wider.map(forUser), now());
  if (!('wait' in counted)) {
    return { ...attempt, succeeded: async () => void (await Promise.all([attempt.succeeded(), counted.release()])) };
  }
  await attempt.succeeded();
  return counted;
}

async function reserveIn(limits: Store, caller: string, now: () => number): Promise<Attempt> {
  const begun = now();
  const { keys, end } = windowAt(attemptLimit, caller, begun);
  for (;;) {
    let isReserved = false;
    for (const key of keys) {
      const attempt = await reserve(limits, key, now());
      if (typeof attempt === 'object') return attempt;
      isReserved ||= attempt === 'reserved';
    }
    if (!isReserved) return { wait: Math.max(1, end - now()) };
    if (now() - begun > MAX_WAIT_MS) return { wait: 1000 };
    await pause(POLL_MS);
  }
}

/** Takes one try: creates the key, or replaces one whose holder is dead. */
async function reserve(limits: Store, key: string, now: number): Promise<Attempt | 'reserved' | 'spent'> {
  const reservation = { until: now + RESERVED_MS };
  const mine: Attempt = {
    succeeded: () => limits.delete(key),
    failed: async () => void (await limits.put(key, SPENT)),
  };
  if (await limits.create(key, reservation)) return mine;
  const stored = await getOrDamaged(limits, key);
  if (!stored) return 'reserved';
  // A damaged record counts as no try.
  const { until } = Try.safeParse(stored.value).data ?? { until: 0 };
  if (until === null) return 'spent';
  if (until > now) return 'reserved';
  return (await limits.replace(key, reservation, stored.etag)) ? mine : 'reserved';
}
