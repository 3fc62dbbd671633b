import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { compare, truncates } from 'bcryptjs';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Login } from '#contracts/auth';
import type { Variables } from '#server/env';
import { isThere, type Store } from '#server/storage/port';

interface Person {
  readonly name: string;
  /** bcrypt. */
  readonly passwordHash: string;
}

export interface AdminAccess {
  /** Who may sign in. Records keep these names as `by`. */
  readonly people: readonly [Person, ...Person[]];
  readonly secret: Uint8Array;
}

/** The access by these variables, or `null` if one is missing. A name is trimmed, as in `Login`. */
export function readAccess(env: Variables): AdminAccess | null {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: hash, SESSION_SECRET: secret } = env;
  if (!username || !hash || !secret || secret.length < 32) return null;
  const passwordHash = Buffer.from(hash, 'base64').toString('latin1');
  return {
    people: [{ name: username.trim(), passwordHash }],
    secret: new TextEncoder().encode(secret),
  };
}

/**
 * The name of the person with this name and password, or `null`. A wrong name takes as long as a wrong password. bcrypt
 * reads only 72 bytes, so a longer password is always wrong.
 */
export async function subjectOf({ people }: AdminAccess, { username, password }: Login): Promise<string | null> {
  const named = people.find(({ name }) => isSame(username, name));
  const isPassword = await compare(password, (named ?? people[0]).passwordHash);
  return named && isPassword && !truncates(password) ? named.name : null;
}

/** Compares in the same time, whatever differs. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

export const SESSION_SECONDS = 12 * 60 * 60;

interface TokenKind {
  readonly audience: string;
  readonly seconds: number;
}
const SESSION: TokenKind = { audience: 'admin', seconds: SESSION_SECONDS };
/**
 * Of a browser that has signed in: the sign-in counts its tries apart. The token opens nothing. No browser keeps a cookie
 * for longer.
 */
export const DEVICE: TokenKind = { audience: 'device', seconds: 400 * 24 * 60 * 60 };

const Claims = z.object({
  jti: z.string().check(z.regex(/^[a-f0-9-]{36}$/)),
  exp: z.int(),
  sub: z.optional(z.string()),
});
/**
 * A valid session: `jti` is its id; `exp` is its end, in seconds since the epoch; `sub` is who signed in, absent in a
 * token of a former release.
 */
export type Session = z.infer<typeof Claims>;

/** The token of a new session of `subject`, or of another kind (RFC 7519, HS256). `now` in ms. */
export function startSession(secret: Uint8Array, subject: string, now: number, kind = SESSION): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(kind.audience)
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + kind.seconds)
    .sign(secret);
}

/** The token's session, or `null` if it is forged, expired or signed out. `now` in ms. */
export async function findSession(
  { auth, secret, now }: { auth: Store; secret: Uint8Array; now: number },
  token: string,
): Promise<Session | null> {
  const session = await readToken(secret, token, now);
  return session && !(await isSignedOut(auth, session)) ? session : null;
}

export function isSignedOut(auth: Store, session: Session): Promise<boolean> {
  return isThere(auth, revokedKey(session));
}

/** An authentic, unexpired token's session, even if signed out. Only HS256 counts (RFC 8725, 3.1). `now` in ms. */
export async function readToken(
  secret: Uint8Array,
  token: string,
  now: number,
  { audience } = SESSION,
): Promise<Session | null> {
  const options = { algorithms: ['HS256'], audience, currentDate: new Date(now) };
  const payload = await jwtVerify(token, secret, options).then(
    (verified) => verified.payload,
    () => null,
  );
  const claims = Claims.safeParse(payload);
  return claims.success ? claims.data : null;
}

/** Ends a session everywhere, including copies of its cookie. */
export async function endSession(auth: Store, session: Session): Promise<void> {
  await auth.create(revokedKey(session), null);
}

/** Longer than a token lives: a clock that jumps ahead and back must not revive a signed-out session. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Deletes the notes of sessions that expired over 400 days ago. `now` in ms. */
export async function sweepSessions(auth: Store, now: number): Promise<void> {
  const current = endPrefix(Math.max(0, Math.floor(now / 1000) - KEPT_SECONDS));
  const lapsed = (await auth.list('revoked/')).filter(({ key }) => key < current);
  for (const { key } of lapsed) await auth.delete(key);
}

/** Keys sort by expiry. */
function revokedKey({ exp, jti }: Session): string {
  return `${endPrefix(exp)}/${jti}`;
}

function endPrefix(seconds: number): string {
  return `revoked/${String(seconds).padStart(12, '0')}`;
}
