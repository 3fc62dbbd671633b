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

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * Ceilings over all addresses together, far above what a small business ever sees. What is beyond them is only slowed
 * down: whoever has many addresses must not be able to shut out the visitors, or the owner.
 */
export const requestCeiling: Limit = { name: 'all-requests', max: 120, windowMs: HOUR };
export const bookingCeiling: Limit = { name: 'all-bookings', max: 120, windowMs: HOUR };
/** For one name. A try that succeeds is released. */
export const guessCeiling: Limit = { name: 'all-sign-ins', max: 20, windowMs: HOUR };
/** Mails to one visitor's address, and about one lead to a visitor. */
export const mailLimit: Limit = { name: 'mails', max: 6, windowMs: DAY };

/**
 * Whom an address stands for. Of IPv6 a household has at least a /64 to choose from (RFC 6177), so all of that counts as
 * one; an IPv4 address that is written as IPv6 (RFC 4291, 2.5.5.2) is the former.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.trim().split('%');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? [];
  if (mapped) return mapped;
  // Read as a URL's, which is written in one way: groups without zeros before them, no IPv4 address within.
  const host = `http://[${plain}]`;
  if (!/^[\da-f:.]+$/i.test(plain) || !URL.canParse(host)) return address;
  const parts = new URL(host).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = parts.map((part) => part.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const all = [...head, ...missing, ...tail];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** A call may go on; `release` makes it count no more. Or it may not, until `wait` milliseconds have passed. */
export type Consumed = { readonly release: () => Promise<void> } | { readonly wait: number };

/**
 * Counts a call against the limit of its caller in the window of `now` (milliseconds). A count is a numbered create-only
 * key, so however many call at once, no more than the limit get one. A number is chosen by chance among those that this
 * process does not know as taken, which is free for most callers, so that most cost one storage call. Only who meets a
 * number that is taken, or knows of none that is free, lists them.
 */
export async function consume(limits: Store, limit: Limit, caller: string, now: number): Promise<Consumed> {
  return await consumeIn(limits, windowAt(limit, caller, now), now);
}

async function consumeIn(limits: Store, { prefix, keys, end }: Window, now: number): Promise<Consumed> {
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

/**
 * The key is known as taken from the moment it is tried, so that a call at the same time tries another. Where the write
 * fails it is forgotten: nobody knows then whether the key is taken.
 */
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

/** Windows of which one process remembers what is taken. */
const MAX_WINDOWS = 10_000;
const taken = new WeakMap<Store, Map<string, Set<string>>>();

function takenIn(limits: Store, prefix: string): Set<string> {
  const windows = taken.get(limits) ?? new Map<string, Set<string>>();
  taken.set(limits, windows);
  if (windows.size >= MAX_WINDOWS) windows.clear();
  const known = windows.get(prefix) ?? new Set<string>();
  windows.set(prefix, known);
  return known;
}

/** Whether this process knows every count of the caller's window as taken. Of counts that are released that says little. */
export function isUsedUp(limits: Store, limit: Limit, caller: string, now: number): boolean {
  return isFull(limits, windowAt(limit, caller, now));
}

const isFull = (limits: Store, { prefix, keys }: Window): boolean => takenIn(limits, prefix).size >= keys.length;

/**
 * As `consume`, for calls whose counts are never released: who has used up a window is refused until its end without
 * another storage call, so that a flood costs nothing.
 */
export async function consumeForGood(limits: Store, limit: Limit, caller: string, now: number): Promise<Consumed> {
  const window = windowAt(limit, caller, now);
  return isFull(limits, window) ? { wait: window.end - now } : await consumeIn(limits, window, now);
}

interface Window {
  readonly prefix: string;
  readonly keys: readonly string[];
  readonly end: number;
}

/**
 * The window of a caller at `now`: the keys of its counts, under one prefix, and its `end`. All in milliseconds. The
 * caller is kept as a hash that changes with each window.
 */
export function windowAt(limit: Limit, caller: string, now: number): Window {
  const start = Math.floor(now / limit.windowMs) * limit.windowMs;
  const who = createHash('sha256').update(`${limit.name}\n${start}\n${caller}`).digest('hex').slice(0, 24);
  const prefix = `${folderOf(limit)}${windowName(start)}/${limit.name}/${who}/`;
  const keys = Array.from({ length: limit.max }, (_, index) => `${prefix}${index}`);
  return { prefix, keys, end: start + limit.windowMs };
}

const DELETED_AT_ONCE = 32;

const folders = { short: 'counts/', long: 'counts-of-days/' };

function folderOf({ windowMs }: Limit): string {
  return windowMs > HOUR ? folders.long : folders.short;
}

/** Removes the counts of windows that have ended: none lasts longer than an hour, or a day. `now` in milliseconds. */
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

/** Names sort by the time of their window. */
function windowName(start: number): string {
  return String(start).padStart(15, '0');
}
