import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { DAY, HOUR, SECOND } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import type { AdminAccess } from './access.ts';
import { keptObject } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import { recordsOf } from '#server/storage/typed-records';

interface TokenKind {
  readonly audience: string;
  readonly seconds: number;
}
export const SESSION: TokenKind = { audience: 'admin', seconds: (12 * HOUR) / SECOND };
/** A session on a device that stays signed in: its use renews it. */
export const KEPT: TokenKind = { audience: 'admin-kept', seconds: (30 * DAY) / SECOND };
/**
 * Of a browser that has signed in: the sign-in counts its tries apart. The token opens nothing. No browser keeps a cookie
 * for longer.
 */
export const DEVICE: TokenKind = { audience: 'device', seconds: (400 * DAY) / SECOND };

const Claims = z.object({
  aud: z.string(),
  jti: z.string().check(z.regex(/^[a-f0-9-]{36}$/)),
  exp: z.int(),
  sub: z.string(),
  person: z.optional(z.string()),
});
/**
 * A valid session: `aud` is its kind; `jti` is its id; `exp` is its end, in seconds since the epoch; `sub` is the name of who
 * signed in, and `person` the id, which the owner's has not.
 */
export type Session = z.infer<typeof Claims>;

/** A token of that kind and of whom it names (RFC 7519, HS256). `now` in ms. */
export function signToken(
  secret: Uint8Array,
  { sub, person }: Pick<Session, 'sub' | 'person'>,
  now: number,
  kind: TokenKind,
  id: string = randomUUID(),
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const claims = { aud: kind.audience, sub, person, jti: id, iat, exp: iat + kind.seconds };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
}

/** Whose session, under which sign-in. */
export interface SignedIn {
  readonly access: AdminAccess;
  /** `id`: `FIRST_PERSON` is the owner's. `name`: records keep it as `by`. `language`: of anybody else, on their pages. */
  readonly person: { readonly id: string; readonly name: string; readonly language?: string | undefined };
}

export const ownerUnder = (access: AdminAccess): SignedIn => ({
  access,
  person: { id: FIRST_PERSON, name: access.owner.name },
});

export const signedInBy = ({ sub: name, person: id = FIRST_PERSON }: Session, access: AdminAccess): SignedIn => ({
  access,
  person: { id, name },
});

/** An authentic, unexpired token's session, even if signed out. Only HS256 counts (RFC 8725, 3.1). `now` in ms. */
export async function readToken(
  secret: Uint8Array,
  token: string,
  now: number,
  kinds: readonly TokenKind[] = [SESSION, KEPT],
): Promise<Session | null> {
  const audience = kinds.map((kind) => kind.audience);
  const options = { algorithms: ['HS256'], audience, currentDate: new Date(now) };
  const payload = await jwtVerify(token, secret, options).then(
    (verified) => verified.payload,
    () => null,
  );
  const claims = Claims.safeParse(payload);
  return claims.success ? claims.data : null;
}

/** A browser that is signed in, which holds while its record is there. Times are in ms since the epoch. */
const SessionRecord = keptObject({
  /** `iPhone, Safari` */
  device: z.string(),
  madeAt: z.number(),
  /** To the day. */
  usedAt: z.number(),
  /** For so long after its last use; absent: as `KEPT`. */
  seconds: z.optional(z.number()),
});
type SessionRecord = z.infer<typeof SessionRecord>;

const hasRunOut = ({ usedAt, seconds = KEPT.seconds }: SessionRecord, now: number) => now - usedAt >= seconds * SECOND;

export const sessions = { place: 'sessions/', schema: SessionRecord, isReplaceable: true } as const;

/** Another one with each new password or secret: what is signed by it, or kept under it, ends then. */
export const passwordKey = ({ owner, secret }: AdminAccess): Uint8Array =>
  createHash('sha256').update(secret).update(JSON.stringify(owner)).digest();

/**
 * The owner's are by password and name, and a new one of either ends them. Anybody else's are by the id: they have no
 * password, and the owner may write another name of theirs.
 */
function sessionsOf(auth: Store, { access, person: { id, name } }: SignedIn) {
  const isOwners = id === FIRST_PERSON;
  const hash = createHash('sha256').update(isOwners ? passwordKey(access) : access.secret);
  hash.update(isOwners ? name : `\0${id}`);
  return recordsOf(auth, { ...sessions, place: `${sessions.place}${hash.digest('hex').slice(0, 32)}/` });
}

const ID = /^[a-f0-9-]{36}$/;

const claimsOf = ({ person: { id, name } }: SignedIn) => ({ sub: name, ...(id !== FIRST_PERSON && { person: id }) });

/** Begins a session. Returns its token. `now` in ms. */
export async function startSession(
  auth: Store,
  by: SignedIn,
  now: number,
  kind = SESSION,
  device = '',
): Promise<string> {
  const id = randomUUID();
  await sessionsOf(auth, by).create(id, { device, madeAt: now, usedAt: now, seconds: kind.seconds });
  return await signToken(by.access.secret, claimsOf(by), now, kind, id);
}

/** A new token for a session that its use renews, and its seconds, once its own is a day old; else `null`. `now` in ms. */
export async function renewedToken({ secret }: AdminAccess, session: Session, now: number) {
  const { audience, seconds } = KEPT;
  if (session.aud !== audience || now - (session.exp - seconds) * SECOND < DAY) return null;
  return { token: await signToken(secret, session, now, KEPT, session.jti), seconds };
}

/** False if the session was ended. Notes its use once a day, which renews it. `now` in ms. */
export async function holds(auth: Store, access: AdminAccess, session: Session, now: number): Promise<boolean> {
  const own = sessionsOf(auth, signedInBy(session, access));
  const kept = await own.read(session.jti);
  if (!kept || hasRunOut(kept, now)) return false;
  // A use that cannot be noted must not sign the owner out. Nor does the note bring back a session that has just ended.
  const note = () => own.change(session.jti, (found) => found && { ...found, usedAt: now }).catch(() => null);
  if (now - kept.usedAt >= DAY) await note();
  return true;
}

/** The person's sessions that hold, the last used first. `now` in ms. */
export async function listSessions(
  auth: Store,
  by: SignedIn,
  now: number,
): Promise<(SessionRecord & { readonly id: string })[]> {
  const { records } = await sessionsOf(auth, by).list();
  return records
    .map(({ name, value }) => ({ ...value, id: name }))
    .filter((session) => !hasRunOut(session, now))
    .toSorted((a, b) => b.usedAt - a.usedAt || b.madeAt - a.madeAt);
}

/** Ends all sessions of the person. */
export async function endSessions(auth: Store, by: SignedIn): Promise<void> {
  const own = sessionsOf(auth, by);
  for (const name of await own.names()) await own.delete(name);
}

/** Ends a session everywhere, including copies of its cookie; a missing one is no error. */
export async function endSession(auth: Store, by: SignedIn, id: string): Promise<void> {
  if (ID.test(id)) await sessionsOf(auth, by).delete(id);
}

/** Deletes the sessions that have run out. `now` in ms. */
export async function sweepSessions(auth: Store, now: number): Promise<void> {
  const all = recordsOf(auth, sessions);
  for (const { name, value } of (await all.list()).records) if (hasRunOut(value, now)) await all.delete(name);
}
