import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { DAY } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import type { AdminAccess } from './access.ts';

/** A device that stays signed in, which holds while its record is there. Times are in ms since the epoch. */
const KeptSession = keptObject({
  /** `iPhone, Safari` */
  device: z.string(),
  madeAt: z.number(),
  /** To the day. */
  usedAt: z.number(),
  until: z.number(),
});
type KeptSession = z.infer<typeof KeptSession>;

export const sessions = { place: 'sessions/', schema: KeptSession, isReplaceable: true } as const;

/** Whose session, under which sign-in. */
export interface SignedIn {
  readonly access: AdminAccess;
  readonly subject: string;
}

/** A new password or secret leads to another folder, so that the sessions of the former one hold no more. */
function sessionsOf(auth: Store, { access: { people, secret }, subject }: SignedIn) {
  const hash = createHash('sha256').update(secret);
  const { passwordHash } = people.find(({ name }) => name === subject) ?? people[0];
  const folder = `${hash.update(`\n${subject}\n${passwordHash}`).digest('hex').slice(0, 32)}/`;
  return recordsOf(auth, { ...sessions, place: sessions.place + folder });
}

const ID = /^[a-f0-9-]{36}$/;

/** Keeps a session. Returns its id, for its token. */
export async function keepSession(auth: Store, by: SignedIn, kept: KeptSession): Promise<string> {
  const id = randomUUID();
  await sessionsOf(auth, by).create(id, kept);
  return id;
}

/** True if the session holds; notes its use once a day. */
export async function checkKeptSession(auth: Store, by: SignedIn, id: string, now: number): Promise<boolean> {
  const own = sessionsOf(auth, by);
  const kept = await own.read(id);
  if (!kept || kept.until <= now) return false;
  // A use that cannot be noted must not sign the owner out. Nor does the note bring back a session that has just ended.
  const note = () => own.change(id, (session) => session && { ...session, usedAt: now }).catch(() => null);
  if (now - kept.usedAt >= DAY) await note();
  return true;
}

/** The person's sessions that hold, the last used first. `now` in ms. */
export async function listKeptSessions(
  auth: Store,
  by: SignedIn,
  now: number,
): Promise<(KeptSession & { readonly id: string })[]> {
  const { records } = await sessionsOf(auth, by).list();
  return records
    .map(({ name, value }) => ({ ...value, id: name }))
    .filter(({ until }) => until > now)
    .toSorted((a, b) => b.usedAt - a.usedAt || b.madeAt - a.madeAt);
}

/** Ends a session everywhere; a missing one is no error. */
export async function endKeptSession(auth: Store, by: SignedIn, id: string): Promise<void> {
  if (ID.test(id)) await sessionsOf(auth, by).delete(id);
}

/** Deletes the sessions that have run out. `now` in ms. */
export async function sweepKeptSessions(auth: Store, now: number): Promise<void> {
  const all = recordsOf(auth, sessions);
  for (const { name, value } of (await all.list()).records) if (value.until <= now) await all.delete(name);
}
