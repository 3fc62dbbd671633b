import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { DAY } from '#lib/time/units';
import { readAll, type Store, unlessUnreadable } from '#server/storage/port';
import type { AdminAccess } from './access.ts';

/** A device that stays signed in, which holds while its record is there. Times are in ms since the epoch. */
export const KeptSession = keptObject({
  /** `iPhone, Safari` */
  device: z.string(),
  madeAt: z.number(),
  /** To the day. */
  usedAt: z.number(),
  until: z.number(),
});
type KeptSession = z.infer<typeof KeptSession>;

export const SESSIONS = 'sessions/';

/** Whose session, under which sign-in. */
export interface SignedIn {
  readonly access: AdminAccess;
  readonly subject: string;
}

/** A new password or secret leads to another folder, so that the sessions of the former one hold no more. */
function folderOf({ access: { people, secret }, subject }: SignedIn): string {
  const hash = createHash('sha256').update(secret);
  const { passwordHash } = people.find(({ name }) => name === subject) ?? people[0];
  return `${SESSIONS}${hash.update(`\n${subject}\n${passwordHash}`).digest('hex').slice(0, 32)}/`;
}

const ID = /^[a-f0-9-]{36}$/;

/** Keeps a session. Returns its id, for its token. */
export async function keepSession(auth: Store, by: SignedIn, kept: KeptSession): Promise<string> {
  const id = randomUUID();
  await auth.put(folderOf(by) + id, kept);
  return id;
}

/** True if the session holds; notes its use once a day. */
export async function checkKeptSession(auth: Store, by: SignedIn, id: string, now: number): Promise<boolean> {
  const key = folderOf(by) + id;
  const stored = await unlessUnreadable(auth.get(key), () => null);
  const kept = KeptSession.safeParse(stored?.value);
  if (!stored || !kept.success || kept.data.until <= now) return false;
  // A use that cannot be noted must not sign the owner out. Nor does the note bring back a session that has just ended.
  const note = () => auth.replace(key, { ...kept.data, usedAt: now }, stored.etag).catch(() => null);
  if (now - kept.data.usedAt >= DAY) await note();
  return true;
}

/** The person's sessions that hold, the last used first. `now` in ms. */
export async function listKeptSessions(
  auth: Store,
  by: SignedIn,
  now: number,
): Promise<(KeptSession & { readonly id: string })[]> {
  const folder = folderOf(by);
  const records = await readAll(auth, folder, KeptSession);
  return records
    .map(({ key, value }) => ({ ...value, id: key.slice(folder.length) }))
    .filter(({ until }) => until > now)
    .toSorted((a, b) => b.usedAt - a.usedAt || b.madeAt - a.madeAt);
}

/** Ends a session everywhere; a missing one is no error. */
export async function endKeptSession(auth: Store, by: SignedIn, id: string): Promise<void> {
  if (ID.test(id)) await auth.delete(folderOf(by) + id);
}

/** Deletes the sessions that have run out. `now` in ms. */
export async function sweepKeptSessions(auth: Store, now: number): Promise<void> {
  const lapsed = (await readAll(auth, SESSIONS, KeptSession)).filter(({ value }) => value.until <= now);
  for (const { key } of lapsed) await auth.delete(key);
}
