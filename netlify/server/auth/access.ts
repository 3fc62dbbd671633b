import { createHash, timingSafeEqual } from 'node:crypto';
import { compare, truncates } from 'bcryptjs';
import type { Login } from '#contracts/auth';

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
