import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

/** For the first byte, in ms: a quarter of an hour. */
const BEGIN_WITHIN_MS = 15 * 60_000;
/** An upload that has begun may take this long, in ms: a day. */
export const UPLOAD_MOST_MS = 24 * 60 * 60_000;
const AUDIENCE = 'upload';

/** The right to upload one object. */
export interface Grant {
  readonly id: string;
  /** Until when it must begin: ms since the epoch. */
  readonly beginUntil: number;
}

const Claims = z.object({ sub: z.string(), iat: z.int() });

/** The id of a new object: when it was granted and 80 random bits. Ids sort by time. */
export function newObjectId(now: number): string {
  return `${timePart(now)}${randomBytes(10).toString('hex')}`;
}

/** What the ids of everything granted before `now` sort below. */
export function timePart(now: number): string {
  return now.toString(36).padStart(9, '0');
}

/** Signs a grant for the object `id` (RFC 7519, HS256). */
export function signGrant(secret: Uint8Array, id: string, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + (BEGIN_WITHIN_MS + UPLOAD_MOST_MS) / 1000)
    .sign(secret);
}

/** The grant in a token for exactly this object; `forged` when it is not ours, `late` when even its upload's day has passed. */
export async function readGrant(
  secret: Uint8Array,
  { id, token, now }: { id: string; token: string; now: number },
): Promise<Grant | 'forged' | 'late'> {
  try {
    const options = { algorithms: ['HS256'], audience: AUDIENCE, subject: id, currentDate: new Date(now) };
    const { sub, iat } = Claims.parse((await jwtVerify(token, secret, options)).payload);
    return { id: sub, beginUntil: iat * 1000 + BEGIN_WITHIN_MS };
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'late' : 'forged';
  }
}
