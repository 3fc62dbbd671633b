import { createHash, timingSafeEqual } from 'node:crypto';
import { compare, truncates } from 'bcryptjs';
import type { Login } from '#contracts/auth';
import type { AdminAccess } from './access.ts';

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
