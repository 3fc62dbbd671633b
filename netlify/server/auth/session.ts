import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { compare, truncates } from 'bcryptjs';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Login } from '#contracts/auth';
import type { Variables } from '#server/env';
import { isThere, type Store } from '#server/storage/port';

/** What the owner signs in with. */
export interface AdminAccess {
  readonly username: string;
  /** bcrypt. */
  readonly passwordHash: string;
  /** Signs sessions and upload grants. */
  readonly secret: Uint8Array;
}

/** The owner's access as the environment has it; `null` when it is not set up, and then nobody gets in. */
export function readAccess(env: Variables): AdminAccess | null {
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

/** Seconds: twelve hours. */
export const SESSION_SECONDS = 12 * 60 * 60;
const AUDIENCE = 'admin';

const Claims = z.object({ jti: z.string().check(z.regex(/^[a-f0-9-]{36}$/)), exp: z.int() });
/** A session that is in force: its own number and when it ends, in seconds since the epoch. */
export type Session = z.infer<typeof Claims>;

/** The token of a new session (RFC 7519, HS256). `now` in ms. */
export function startSession(secret: Uint8Array, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SESSION_SECONDS)
    .sign(secret);
}

/** The session that a token stands for; `null` when it is not ours, has ended, or was signed out. */
export async function findSession(
  { auth, secret, now }: { auth: Store; secret: Uint8Array; now: number },
  token: string,
): Promise<Session | null> {
  const session = await readToken(secret, token, now);
  return session && !(await isSignedOut(auth, session)) ? session : null;
}

/** Whether a session was ended before its time. */
export function isSignedOut(auth: Store, session: Session): Promise<boolean> {
  return isThere(auth, revokedKey(session));
}

/**
 * The session of a token that is ours and has not ended by its time, signed out or not. Only HS256 with our key
 * counts: `none`, another algorithm and another key are refused (RFC 8725, 3.1).
 */
export async function readToken(secret: Uint8Array, token: string, now: number): Promise<Session | null> {
  const options = { algorithms: ['HS256'], audience: AUDIENCE, currentDate: new Date(now) };
  const payload = await jwtVerify(token, secret, options).then(
    (verified) => verified.payload,
    () => null,
  );
  const claims = Claims.safeParse(payload);
  return claims.success ? claims.data : null;
}

/** Ends a session everywhere, also for whoever copied its cookie. */
export async function endSession(auth: Store, session: Session): Promise<void> {
  await auth.create(revokedKey(session), null);
}

/**
 * Seconds: 400 days. By the clock a note could go when its token expires; but a clock that jumps ahead and is set right
 * again would bring the session back to life.
 */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Forgets the sessions that were ended so long ago that no clock takes their tokens for new. */
export async function sweepSessions(auth: Store, now: number): Promise<void> {
  const current = endPrefix(Math.max(0, Math.floor(now / 1000) - KEPT_SECONDS));
  const lapsed = (await auth.list('revoked/')).filter(({ key }) => key < current);
  for (const { key } of lapsed) await auth.delete(key);
}

/** Keys sort by when the token expires. */
function revokedKey({ exp, jti }: Session): string {
  return `${endPrefix(exp)}/${jti}`;
}

function endPrefix(seconds: number): string {
  return `revoked/${String(seconds).padStart(12, '0')}`;
}
