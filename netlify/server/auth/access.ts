import { createHash, timingSafeEqual } from 'node:crypto';
import { compare, truncates } from 'bcryptjs';
import type { Login } from '#contracts/auth';
import { windowPrefix } from '#server/limits/limits';
import type { Store } from '#server/storage/port';

/** What the owner signs in with. */
export interface AdminAccess {
  readonly username: string;
  /** bcrypt. */
  readonly passwordHash: string;
  /** Signs sessions and upload grants. */
  readonly secret: Uint8Array;
}

/** The owner's access as the environment has it; `null` when it is not set up, and then nobody gets in. */
export function readAccess(env: Readonly<Record<string, string | undefined>>): AdminAccess | null {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: hash, SESSION_SECRET: secret } = env;
  if (!username || !hash || !secret || secret.length < 32) return null;
  return {
    username,
    passwordHash: Buffer.from(hash, 'base64').toString('latin1'),
    secret: new TextEncoder().encode(secret),
  };
}

/**
 * Whether name and password are the owner's. The password is compared whatever the name is, so that a wrong name takes
 * as long as a wrong password; bcrypt looks at 72 bytes alone, so a longer one is never right.
 */
export async function isOwner(access: AdminAccess, { username, password }: Login): Promise<boolean> {
  const isPassword = await compare(password, access.passwordHash);
  return isSame(username, access.username) && isPassword && !truncates(password);
}

/** Compares in the same time wherever the difference is. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const MAX_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;

/** A sign-in may be tried: release the try when it succeeds. Or it may not, until `wait` ms have passed. */
export type Attempt = { readonly release: () => Promise<void> } | { readonly wait: number };

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
  for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
    const key = `${windowPrefix(window)}/sign-in/${who}/${number}`;
    if (await limits.create(key, null)) return { release: () => limits.delete(key) };
  }
  return { wait: window + WINDOW_MS - now };
}
