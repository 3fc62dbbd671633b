import { readAccess } from '#server/auth/access';
import { startSession } from '#server/auth/session';
import type { Store } from '#server/storage/port';

/** The token of a new session of this person, by the variables of this process. */
export async function sessionOf(auth: Store, subject = 'owner'): Promise<string> {
  const access = readAccess(process.env);
  if (!access) throw new Error('No sign-in is set up');
  return await startSession(auth, { access, subject }, Date.now());
}
