import { createHash, randomInt } from 'node:crypto';
import pMap from 'p-map';
import type { Store } from '#server/storage/port';

/** At most `max` calls from one caller in each window of `windowMs` milliseconds. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

const MINUTE = 60_000;

/** Generous enough that no person and no family notices. */
export const readLimit: Limit = { name: 'reads', max: 100, windowMs: 10 * MINUTE };
export const requestLimit: Limit = { name: 'requests', max: 20, windowMs: 10 * MINUTE };
export const bookingLimit: Limit = { name: 'bookings', max: 20, windowMs: 10 * MINUTE };
/** The CDN answers most of these itself. */
export const galleryLimit: Limit = { name: 'gallery', max: 300, windowMs: 10 * MINUTE };
/** For all names together. */
export const signInLimit: Limit = { name: 'sign-ins', max: 60, windowMs: 10 * MINUTE };
/** For one name. A try that succeeds is released. */
export const attemptLimit: Limit = { name: 'sign-in', max: 5, windowMs: 15 * MINUTE };

/** A call may go on; `release` makes it count no more. Or it may not, until `wait` milliseconds have passed. */
export type Consumed = { readonly release: () => Promise<void> } | { readonly wait: number };

/**
 * Counts a call against the limit of its caller in the window of `now` (milliseconds). A count is a numbered create-only
 * key, so however many call at once, no more than the limit get one. A free number is chosen by chance, so that those who
 * call at once seldom choose the same. The caller is kept as a hash that changes with each window.
 */
export async function consume(limits: Store, limit: Limit, caller: string, now: number): Promise<Consumed> {
  const start = Math.floor(now / limit.windowMs) * limit.windowMs;
  const who = createHash('sha256').update(`${limit.name}\n${start}\n${caller}`).digest('hex').slice(0, 24);
  const prefix = `${windowPrefix(start)}/${limit.name}/${who}/`;
  for (;;) {
    const taken = new Set((await limits.list(prefix)).map(({ key }) => key));
    const free = Array.from({ length: limit.max }, (_, index) => `${prefix}${index}`).filter((key) => !taken.has(key));
    const key = free.length > 0 ? free[randomInt(free.length)] : undefined;
    if (key === undefined) return { wait: start + limit.windowMs - now };
    if (await limits.create(key, null)) return { release: () => limits.delete(key) };
  }
}

const KEPT_MS = 60 * MINUTE;
const DELETED_AT_ONCE = 32;

/** Removes the counts of windows that began more than an hour ago. `now` in milliseconds. */
export async function sweepCounts(limits: Store, now: number): Promise<void> {
  const oldest = windowPrefix(now - KEPT_MS);
  const lapsed = (await limits.list('counts/')).filter(({ key }) => key < oldest);
  await pMap(lapsed, ({ key }) => limits.delete(key), { concurrency: DELETED_AT_ONCE });
}

/** Keys sort by the time of their window. */
function windowPrefix(start: number): string {
  return `counts/${String(start).padStart(15, '0')}`;
}
