import { randomBytes } from 'node:crypto';
import { hash } from 'bcryptjs';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import type { SetUp } from '#contracts/auth';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { HOUR } from '#lib/time/units';
import { type AdminAccess, isSame, readAccess } from './access.ts';

/** Where both records of this file stand. */
export const OWNER_PLACE = 'owner/';

/** The sign-in that the owner made in the browser, as the variables would give it, which win over it. */
const OwnerAccess = keptObject({
  ADMIN_USERNAME: z.string(),
  ADMIN_PASSWORD_HASH: z.string(),
  SESSION_SECRET: z.string(),
});
export const ownerAccess = {
  place: `${OWNER_PLACE}access`,
  schema: OwnerAccess,
  isReplaceable: true,
} as const;

/** The secret of the link whose reader may make that sign-in. `until`: ms since the epoch, 0 once it was used. */
const OwnerLink = keptObject({ token: z.string().check(z.minLength(32)), until: z.number() });
export const ownerLink = { place: `${OWNER_PLACE}link`, schema: OwnerLink, isReplaceable: true } as const;

const LINK_MS = HOUR;

/** bcrypt's cost for a password that stands nowhere. */
const COST = 12;

/** A password's hash as a variable, and a new secret: all sessions end. */
export async function newAccess(password: string): Promise<Omit<z.infer<typeof OwnerAccess>, 'ADMIN_USERNAME'>> {
  const hashed = Buffer.from(await hash(password, COST), 'latin1').toString('base64');
  return { ADMIN_PASSWORD_HASH: hashed, SESSION_SECRET: randomBytes(32).toString('base64url') };
}

/** The sign-in that the owner made in the browser, or `null`. */
export async function keptAccess(auth: Store): Promise<AdminAccess | null> {
  const kept = await recordsOf(auth, ownerAccess).read('');
  return kept && readAccess(kept);
}

/** The token of the link that holds now, else of a new one. `now` in ms. */
export async function linkToken(auth: Store, now: number): Promise<string> {
  const { after } = await recordsOf(auth, ownerLink).change('', (link) => {
    // Asked for by a stranger, it must not end the link that the owner reads just now.
    if (link && link.until > now) return link;
    return { ...link, token: randomBytes(32).toString('base64url'), until: now + LINK_MS };
  });
  return after.token;
}

/** Keeps the sign-in, and ends the link first. False if the token is no link's, or its link is used or over. */
export async function setUpOwner(auth: Store, { token, username, password }: SetUp, now: number): Promise<boolean> {
  const holds = (link: z.infer<typeof OwnerLink> | null) => link && link.until > now && isSame(token, link.token);
  if (!holds(await recordsOf(auth, ownerLink).read(''))) return false;
  const access = { ADMIN_USERNAME: username, ...(await newAccess(password)) };
  const { isWritten } = await recordsOf(auth, ownerLink).change('', (link) =>
    link && holds(link) ? { ...link, until: 0 } : null,
  );
  if (isWritten) await recordsOf(auth, ownerAccess).change('', (former) => ({ ...former, ...access }));
  return isWritten;
}
