import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { attemptLimit, windowAt } from '#server/limits/limits';
import { type Store, unlessUnreadable } from '#server/storage/port';

/**
 * One of the tries of a window. Before the password is compared it is reserved until then, in ms since the epoch; one
 * that was wrong stays, without an end. Whatever else stands there was tried and wrong.
 */
const Reserved = z.object({ until: z.number() });
const SPENT = { until: null };

/** A function lives a minute at most: whoever has not written by then what became of the try was killed. */
const RESERVED_MS = 60_000;
const POLL_MS = 50;
const MAX_WAIT_MS = 10_000;

/** A try that was reserved, or how many ms to wait for one. */
export type Attempt = { succeeded(): Promise<void>; failed(): Promise<void> } | { readonly wait: number };

interface Caller {
  readonly address: string;
  readonly username: string;
}

/**
 * Reserves a try to sign in. However many come at once, at most as many wrong passwords as the limit are compared in
 * one window. A try that succeeds is released. So a call that comes while all are reserved waits for those: every right
 * password gets in.
 */
export async function reserveAttempt(limits: Store, caller: Caller, now: () => number): Promise<Attempt> {
  const begun = now();
  const { keys, end } = windowAt(attemptLimit, `${caller.address}\n${caller.username}`, begun);
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

/** Takes one try, by create-only key or by compare-and-swap over one whose holder was killed. */
async function reserve(limits: Store, key: string, now: number): Promise<Attempt | 'reserved' | 'spent'> {
  const reservation = { until: now + RESERVED_MS };
  const mine: Attempt = {
    succeeded: () => limits.delete(key),
    failed: async () => void (await limits.put(key, SPENT)),
  };
  if (await limits.create(key, reservation)) return mine;
  const stored = await unlessUnreadable(limits.get(key), () => ({ value: SPENT, etag: '' }));
  // It was released meanwhile.
  if (!stored) return 'reserved';
  const held = Reserved.safeParse(stored.value);
  if (!held.success) return 'spent';
  if (held.data.until > now) return 'reserved';
  return (await limits.replace(key, reservation, stored.etag)) ? mine : 'reserved';
}
