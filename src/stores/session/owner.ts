import { atom } from 'nanostores';
import { type AuthApi, authApi } from '#api/auth';
import { createClient } from '#api/client';

/** Whether the owner is signed in here. Until a check says so, everybody is a visitor (specification, section 4). */
export const $isOwner = atom(false);

/** Asks once, without a retry; a check that fails says no. */
export async function recognizeOwner({ check }: Pick<AuthApi, 'check'> = authApi(createClient())): Promise<void> {
  $isOwner.set(await check().catch(() => false));
}
