import { createHash, randomUUID } from 'node:crypto';
import pMap from 'p-map';
import type { Store } from '#server/storage/port';

/** At most `most` calls from one address in each window of `windowMs` milliseconds. */
export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

const TEN_MINUTES = 10 * 60_000;

/** Generous enough that no person and no family notices (design, section 4). */
export const readLimit: Limit = { name: 'reads', most: 100, windowMs: TEN_MINUTES };
export const requestLimit: Limit = { name: 'requests', most: 20, windowMs: TEN_MINUTES };
export const bookingLimit: Limit = { name: 'bookings', most: 20, windowMs: TEN_MINUTES };
/** The CDN answers most of these itself. */
export const galleryLimit: Limit = { name: 'gallery', most: 300, windowMs: TEN_MINUTES };
/** For all names together: what a name may try is less (`auth/attempts.ts`). */
export const signInLimit: Limit = { name: 'sign-ins', most: 60, windowMs: TEN_MINUTES };

/**
 * Takes one of the window's places for the address: `null` when it got one, else the milliseconds until the next
 * window. Every call writes a key of its own, in order of time, and has a place if few enough came before it: two
 * steps, however many call at once. Of calls in the same instant one more than the limit may get through. The address
 * is kept as a hash that changes with each window.
 */
export async function takePlace(limits: Store, limit: Limit, address: string, now: number): Promise<number | null> {
  const window = Math.floor(now / limit.windowMs);
  const wait = (window + 1) * limit.windowMs - now;
  const visitor = createHash('sha256').update(`${limit.name}\n${window}\n${address}`).digest('hex').slice(0, 24);
  const places = `${windowPrefix(window * limit.windowMs)}/${limit.name}/${visitor}/`;
  if (full.get(limits)?.has(places)) return wait;
  const mine = `${places}${now}-${randomUUID()}`;
  await limits.create(mine, null);
  const came = await limits.list(places);
  if (came.findIndex(({ key }) => key === mine) < limit.most) return null;
  rememberFull(limits, places);
  return wait;
}

/** Windows that this process knows to be full: whoever goes on calling costs nothing more. */
const full = new WeakMap<Store, Set<string>>();

function rememberFull(limits: Store, places: string): void {
  const known = full.get(limits) ?? new Set<string>();
  if (known.size >= 1000) known.clear();
  full.set(limits, known.add(places));
}

const KEPT_MS = 60 * 60_000;
const DELETED_AT_ONCE = 32;

/** Removes the places of windows that ended more than an hour ago. */
export async function sweepPlaces(limits: Store, now: number): Promise<void> {
  const oldest = windowPrefix(now - KEPT_MS);
  const lapsed = (await limits.list('places/')).filter(({ key }) => key < oldest);
  await pMap(lapsed, ({ key }) => limits.delete(key), { concurrency: DELETED_AT_ONCE });
}

/** Keys sort by the time of their window. */
export function windowPrefix(start: number): string {
  return `places/${String(start).padStart(15, '0')}`;
}
