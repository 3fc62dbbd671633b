import { atom } from 'nanostores';
import { AuthStatus } from '#contracts/auth';
import { browserEnvironment, type Environment } from './environment.ts';

/** ms */
const CHECK_TIMEOUT = 20_000;

/** Whether the owner is signed in here. Until a check says so, everybody is a visitor. */
export const $isOwner = atom(false);

/** Whether this browser holds a session that still counts. Rejects as `Client` says. */
export async function checkSession({ client }: Pick<Environment, 'client'>): Promise<boolean> {
  const { authenticated } = await client.read(['/api', 'auth', 'check'], AuthStatus, { within: CHECK_TIMEOUT });
  return authenticated;
}

/** Asks once, without a retry; a check that fails says no. */
export async function recognizeOwner(environment: Pick<Environment, 'client'> = browserEnvironment): Promise<void> {
  $isOwner.set(await checkSession(environment).catch(() => false));
}
