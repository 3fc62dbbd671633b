import { createHash, timingSafeEqual } from 'node:crypto';
import { compare, truncates } from 'bcryptjs';
import type { Login } from '#contracts/auth';
import type { Variables } from '#server/env';

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
