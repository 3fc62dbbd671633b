import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { compare, hash, truncates } from 'bcryptjs';
import type { Login, SetUp } from '#contracts/auth';
import type { Variables } from '#server/env';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { HOUR } from '#lib/time/units';

export interface AdminAccess {
  /** Who may sign in by a password, which is kept by bcrypt. Records keep the name as `by`. */
  readonly owner: { readonly name: string; readonly passwordHash: string };
  readonly secret: Uint8Array;
}

/** The access by these variables, or `null` if one is missing. A name is trimmed, as in `Login`. */
export function readAccess(env: Variables): AdminAccess | null {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: hash, SESSION_SECRET: secret } = env;
  if (!username || !hash || !secret || secret.length < 32) return null;
  const passwordHash = Buffer.from(hash, 'base64').toString('latin1');
  return {
    owner: { name: username.trim(), passwordHash },
    secret: new TextEncoder().encode(secret),
  };
}

/**
 * Whether these are the owner's name and password. A wrong name takes as long as a wrong password. bcrypt reads only 72
 * bytes, so a longer password is always wrong.
 */
export async function isOwner({ owner }: AdminAccess, { username, password }: Login): Promise<boolean> {
  const isPassword = await compare(password, owner.passwordHash);
  return isSame(username, owner.name) && isPassword && !truncates(password);
}

/** Compares in the same time, whatever differs. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

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

/** A password's hash as a variable, and a new secret, which ends all sessions. */
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

/**
 * Keeps the sign-in, and ends the link first. The secret stays: a new password ends the owner's sessions alone. False if the
 * token is no link's, or its link is used or over.
 */
export async function setUpOwner(auth: Store, { token, username, password }: SetUp, now: number): Promise<boolean> {
  const holds = (link: z.infer<typeof OwnerLink> | null) => link && link.until > now && isSame(token, link.token);
  if (!holds(await recordsOf(auth, ownerLink).read(''))) return false;
  const access = { ADMIN_USERNAME: username, ...(await newAccess(password)) };
  const { isWritten } = await recordsOf(auth, ownerLink).change('', (link) =>
    link && holds(link) ? { ...link, until: 0 } : null,
  );
  if (!isWritten) return false;
  await recordsOf(auth, ownerAccess).change('', (former) => {
    const secret = former && readAccess(former) && { SESSION_SECRET: former.SESSION_SECRET };
    return { ...former, ...access, ...secret };
  });
  return true;
}
