import { atom } from 'nanostores';
import type { AuthApi } from './api/auth.ts';
import { authBrowser } from './auth-browser.ts';

/** Whether the owner is signed in here. Until a check says so, everybody is a visitor (specification, section 4). */
export const $isOwner = atom(false);

/** Asks once, without a retry; a check that fails says no. */
export async function recognizeOwner({ check }: Pick<AuthApi, 'check'> = authBrowser): Promise<void> {
  $isOwner.set(await check().catch(() => false));
}
