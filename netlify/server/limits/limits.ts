import { createHash, randomInt } from 'node:crypto';
import pMap from 'p-map';
import type { Store } from '#server/storage/port';
import { madeOnce } from '#lib/made-once';
import { DAY, HOUR, MINUTE } from '#lib/time/units';

/** At most `max` calls from one caller in each window; from a network, `max` times its share. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

/** High enough for a family behind one address. */
export const readLimit: Limit = { name: 'reads', max: 100, windowMs: 10 * MINUTE };
export const requestLimit: Limit = { name: 'requests', max: 20, windowMs: 10 * MINUTE };
export const bookingLimit: Limit = { name: 'bookings', max: 20, windowMs: 10 * MINUTE };
/** Sent, taken away or looked at: a visit has eight. */
export const pictureLimit: Limit = { name: 'pictures', max: 200, windowMs: 10 * MINUTE };
/** The CDN answers most of these itself. */
export const galleryLimit: Limit = { name: 'gallery', max: 300, windowMs: 10 * MINUTE };
export const signInLimit: Limit = { name: 'sign-ins', max: 60, windowMs: 10 * MINUTE };
/** For one user name. A successful try is released. */
export const attemptLimit: Limit = { name: 'sign-in', max: 5, windowMs: 15 * MINUTE };
/** For one user name in each of the caller's wider networks, times its share. */
export const widerAttemptLimit: Limit = { ...attemptLimit, name: 'sign-in-wider' };

/** For all addresses together. Beyond them calls are only slowed down: an attacker must not shut out the visitors. */
export const requestCeiling: Limit = { name: 'all-requests', max: 120, windowMs: HOUR };
export const bookingCeiling: Limit = { name: 'all-bookings', max: 120, windowMs: HOUR };
export const guessCeiling: Limit = { name: 'all-sign-ins', max: 20, windowMs: HOUR };
/** For one visitor's address, and for one lead. */
export const mailLimit: Limit = { name: 'mails', max: 6, windowMs: DAY };

/** A network that an address is in. `share`: how many households' calls it may make. */
export interface Network {
  readonly name: string;
  readonly share: number;
}

export type Networks = readonly [Network, ...Network[]];

/** The first 96 bits of an IPv4 address in IPv6, however it was written. */
const MAPPED = `${'0'.repeat(20)}ffff`;

/**
 * The networks of an address, the narrowest first. Of IPv6 a household has a /64, a site gets a /56 to a /48 (RFC 6177),
 * and many phones of a carrier share one. An IPv4 address, also in IPv6 (RFC 4291, 2.5.5.2), is its own.
 */
export function networksOf(address: string): Networks {
  const [plain = ''] = address.trim().split('%');
  // The URL parser normalizes IPv6: no leading zeros, no IPv4 part.
  const host = `http://[${plain}]`;
  if (!/^[\da-f:.]+$/i.test(plain) || !URL.canParse(host)) return [{ name: address, share: 1 }];
  const parts = new URL(host).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = parts.map((part) => part.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...missing, ...tail].map((group) => group.padStart(4, '0'));
  const digits = groups.join('');
  if (digits.startsWith(MAPPED)) return [{ name: [...Buffer.from(digits.slice(24), 'hex')].join('.'), share: 1 }];
  const around = (bits: number, share: number) => ({ name: `${digits.slice(0, bits / 4)}/${bits}`, share });
  return [around(64, 1), around(56, 2), around(48, 3)];
}

/** The call may go on, and `release` uncounts it; or it must wait, in ms. */
export type Consumed = { readonly release: () => Promise<void> } | { readonly wait: number };

/**
 * Counts a call in the window of `now` (ms). Each count is a create-only key, so parallel calls cannot exceed the
 * limit. Tries a random key that seems free, so most calls cost one storage call.
 */
export async function consume(limits: Store, limit: Limit, caller: string, now: number): Promise<Consumed> {
  const { prefix, keys, end } = windowAt(limit, caller, now);
  const known = takenIn(limits, prefix);
  for (let isListed = false; ; isListed = true) {
    const free = keys.filter((key) => !known.has(key));
    const key = free.length > 0 ? free[randomInt(free.length)] : undefined;
    if (key === undefined && isListed) return { wait: end - now };
    if (key !== undefined && (await take(limits, known, key))) return { release: () => release(limits, known, key) };
    const listed = await limits.list(prefix);
    known.clear();
    for (const one of listed) known.add(one.key);
  }
}

/** Marks the key before the write, so that a parallel call tries another. A failed write removes the mark. */
async function take(limits: Store, known: Set<string>, key: string): Promise<boolean> {
  known.add(key);
  try {
    return (await limits.create(key, null)) !== null;
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

async function release(limits: Store, known: Set<string>, key: string): Promise<void> {
  await limits.delete(key);
  known.delete(key);
}

const MAX_WINDOWS = 10_000;
const taken = new WeakMap<Store, Map<string, Set<string>>>();

function takenIn(limits: Store, prefix: string): Set<string> {
  const windows = madeOnce(taken, limits, () => new Map<string, Set<string>>());
  if (windows.size >= MAX_WINDOWS) windows.clear();
  return madeOnce(windows, prefix, () => new Set<string>());
}

/** What all in the network may do together. */
export const shareOf = (limit: Limit, { share }: Network): Limit => ({ ...limit, max: limit.max * share });

/**
 * Counts a call for each of its networks, the narrowest first, by the share of each. What one of them refuses holds no
 * count of a wider one even for a moment, so that one household cannot use up what its neighbors have.
 */
export async function consumeFor(
  limits: Store,
  limit: Limit,
  [network, ...wider]: readonly Network[],
  now: number,
): Promise<Consumed> {
  if (!network) return { release: async () => undefined };
  const own = await consume(limits, shareOf(limit, network), network.name, now);
  if ('wait' in own) return own;
  const others = await consumeFor(limits, limit, wider, now);
  if ('release' in others) return { release: async () => void (await Promise.all([own.release(), others.release()])) };
  await own.release();
  return others;
}

/**
 * How long (ms) the caller must wait, if this process knows that the window is full: a flood costs no storage call.
 * Unreliable if counts are released.
 */
export function usedUp(limits: Store, limit: Limit, caller: string, now: number): number | undefined {
  const { prefix, keys, end } = windowAt(limit, caller, now);
  return takenIn(limits, prefix).size >= keys.length ? end - now : undefined;
}

/** The keys of a caller's counts at `now` and the window's `end`, in ms. Hashes the caller, differently each window. */
export function windowAt(limit: Limit, caller: string, now: number) {
  const start = Math.floor(now / limit.windowMs) * limit.windowMs;
  const who = createHash('sha256').update(`${limit.name}\n${start}\n${caller}`).digest('hex').slice(0, 24);
  const folder = limit.windowMs > HOUR ? folders.long : folders.short;
  const prefix = `${folder}${windowName(start)}/${limit.name}/${who}/`;
  const keys = Array.from({ length: limit.max }, (_, index) => `${prefix}${index}`);
  return { prefix, keys, end: start + limit.windowMs };
}

const DELETED_AT_ONCE = 32;

const folders = { short: 'counts/', long: 'counts-of-days/' };

/** Deletes the counts of windows that have ended. `now` in ms. */
export async function sweepCounts(limits: Store, now: number): Promise<void> {
  const kept = [
    [folders.short, HOUR],
    [folders.long, DAY],
  ] as const;
  for (const [folder, ms] of kept) {
    const oldest = folder + windowName(now - ms);
    const lapsed = (await limits.list(folder)).filter(({ key }) => key < oldest);
    await pMap(lapsed, ({ key }) => limits.delete(key), { concurrency: DELETED_AT_ONCE });
  }
}

/** Names sort by time. */
function windowName(start: number): string {
  return String(start).padStart(15, '0');
}
