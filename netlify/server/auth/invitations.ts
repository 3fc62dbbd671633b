import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { HOUR } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/** By the person's id. `until`: ms since the epoch, 0 once it was used. Whoever reads the storage gets no link of it. */
const Invitation = keptObject({ hash: z.string(), until: z.number() });
export const invitations = { place: 'invitations/', schema: Invitation, isReplaceable: true } as const;

const LASTS_MS = 48 * HOUR;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const personIn = (token: string) => /^([a-z0-9]{8})-/.exec(token)?.[1] ?? '';
const opens = (kept: z.infer<typeof Invitation> | null, token: string, now: number) =>
  kept !== null && kept.hash === hashOf(token) && kept.until > now;

/** A new invitation, which ends the person's former one: its token, and until when it is good. Times in ms. */
export async function invite(auth: Store, person: string, now: number): Promise<{ token: string; until: number }> {
  const token = `${person}-${randomBytes(32).toString('base64url')}`;
  const until = now + LASTS_MS;
  await recordsOf(auth, invitations).change(person, (former) => ({ ...former, hash: hashOf(token), until }));
  return { token, until };
}

/** The id of whom the token invites; `null` if it is over, used or nobody's. */
export async function invitedBy(auth: Store, token: string, now: number): Promise<string | null> {
  const person = personIn(token);
  return person && opens(await recordsOf(auth, invitations).read(person), token, now) ? person : null;
}

/** Ends the token's invitation. False if it was over, used or nobody's: of two calls, one gets true. */
export async function spendInvitation(auth: Store, token: string, now: number): Promise<boolean> {
  const { isWritten } = await recordsOf(auth, invitations).change(personIn(token), (kept) =>
    kept && opens(kept, token, now) ? { ...kept, until: 0 } : null,
  );
  return isWritten;
}

/** Until when the person's invitation can be used, in ms; 0 for none. */
export async function invitedUntil(auth: Store, person: string, now: number): Promise<number> {
  const { until } = (await recordsOf(auth, invitations).read(person)) ?? { until: 0 };
  return until > now ? until : 0;
}
