import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod/mini';
import { business } from '#business';
import type { PasskeyAnswer } from '#contracts/auth';
import { keptObject } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import { MINUTE, SECOND } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import type { AdminAccess } from './access.ts';
import { passwordKey, readToken, type SignedIn, signToken } from './session.ts';

/*
 * A challenge is a signed token, so that asking for one writes nothing. None can be used twice: a passkey keeps when the
 * challenge of its last sign-in was asked for, and takes only a later one; and a passkey that is there is not added again.
 */
const seconds = (5 * MINUTE) / SECOND;
/** Its `sub` is when it was asked for, in ms. */
const SIGN_IN = { audience: 'passkey', seconds };
/** Its `sub` is the id of whose passkey it is to be. */
const ADD = { audience: 'new-passkey', seconds };

/** A public key with which somebody signs in. Times are in ms since the epoch. */
const Passkey = keptObject({
  /** The person's id. */
  person: z.string(),
  /** The browser's id of it. The record's name is a hash: a key has no capitals. */
  credential: z.string(),
  /** In COSE (RFC 9052), in base64url. */
  publicKey: z.string(),
  counter: z.number(),
  /** How a browser reaches it: `internal`, `hybrid`. */
  transports: z.optional(z.array(z.string())),
  /** Where it was made: `iPhone, Safari`. */
  device: z.string(),
  madeAt: z.number(),
  askedAt: z.number(),
  /** Of the owner: names the password under which it was made. A new one ends it, as it ends the sessions. */
  under: z.optional(z.string()),
});
export const passkeys = { place: 'passkeys/', schema: Passkey, isReplaceable: true } as const;

const nameOf = (credential: string) => createHash('sha256').update(credential).digest('hex');
const passwordName = (access: AdminAccess) =>
  createHash('sha256').update(passwordKey(access)).update('passkeys').digest('hex');
const isUnder = ({ under }: z.infer<typeof Passkey>, access: AdminAccess) =>
  [undefined, passwordName(access)].includes(under);

/** The origin of the page that asks, as the browser signs it. `now` in ms. */
interface At {
  readonly origin: string;
  readonly now: number;
}
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const hostOf = (origin: string) => new URL(origin).hostname;
const readChallenge = (challenge: string, { secret }: AdminAccess, now: number, kind: typeof ADD) =>
  readToken(secret, Buffer.from(challenge, 'base64url').toString(), now, [kind]);

/** Loads with the first call: it is nearly as large as all else of the function. */
const library = () => import('@simplewebauthn/server');

/** The options with which a browser signs in by any passkey of this site. */
export async function signInOptions({ secret }: AdminAccess, { origin, now }: At) {
  const challenge = await signToken(secret, { sub: String(now) }, now, SIGN_IN);
  const { generateAuthenticationOptions } = await library();
  return await generateAuthenticationOptions({ rpID: hostOf(origin), challenge, userVerification: 'required' });
}

/** The id of whose passkey has signed a challenge of ours; `null` if none has. */
export async function signedBy(
  auth: Store,
  access: AdminAccess,
  answer: PasskeyAnswer['passkey'],
  { origin, now }: At,
): Promise<string | null> {
  const records = recordsOf(auth, passkeys);
  const { value: kept, etag } = await records.find(nameOf(answer.id));
  if (!kept || !etag || !isUnder(kept, access)) return null;
  let askedAt = 0;
  const { verifyAuthenticationResponse } = await library();
  // It reads the answer, and throws for whatever is wrong in it.
  const found = await verifyAuthenticationResponse({
    response: answer as object as AuthenticationResponseJSON,
    expectedChallenge: async (challenge) => {
      askedAt = Number((await readChallenge(challenge, access, now, SIGN_IN))?.sub);
      return askedAt > kept.askedAt;
    },
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: { id: kept.credential, publicKey: bytesOf(kept.publicKey), counter: kept.counter },
  }).catch(() => null);
  if (!found?.verified) return null;
  const counter = found.authenticationInfo.newCounter;
  // Of two calls with one challenge, one finds the record as it was.
  return (await records.replace(nameOf(answer.id), { ...kept, counter, askedAt }, etag)) ? kept.person : null;
}

/** The options with which a browser makes a passkey of the person. */
export async function newPasskeyOptions(auth: Store, by: SignedIn, { origin, now }: At) {
  const { access, person } = by;
  const own = await listPasskeys(auth, by);
  const { generateRegistrationOptions } = await library();
  return await generateRegistrationOptions({
    rpName: business.name,
    rpID: hostOf(origin),
    userName: person.name,
    userID: new TextEncoder().encode(person.id),
    challenge: await signToken(access.secret, { sub: person.id }, now, ADD),
    excludeCredentials: own.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Keeps a passkey that the person has made, if `mayAdd`, which is asked last. `device`: its name. */
export async function addPasskey(
  auth: Store,
  { access, person }: SignedIn,
  answer: PasskeyAnswer['passkey'],
  { origin, now, device, mayAdd }: At & { readonly device: string; readonly mayAdd: () => Promise<boolean> },
): Promise<boolean> {
  const { verifyRegistrationResponse } = await library();
  const found = await verifyRegistrationResponse({
    response: answer as object as RegistrationResponseJSON,
    expectedChallenge: async (challenge) => (await readChallenge(challenge, access, now, ADD))?.sub === person.id,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
  }).catch(() => null);
  if (!found?.verified || !(await mayAdd())) return false;
  const { id: credential, publicKey, ...rest } = found.registrationInfo.credential;
  const made = await recordsOf(auth, passkeys).create(nameOf(credential), {
    ...{ ...rest, credential, publicKey: Buffer.from(publicKey).toString('base64url') },
    ...{ person: person.id, device, madeAt: now, askedAt: now },
    ...(person.id === FIRST_PERSON && { under: passwordName(access) }),
  });
  return made !== null;
}

/** The person's passkeys, each with its record's name as its id, the newest first. */
export async function listPasskeys(auth: Store, { access, person }: SignedIn) {
  const { records } = await recordsOf(auth, passkeys).list();
  return records
    .flatMap(({ name: id, value }) => (value.person === person.id && isUnder(value, access) ? { ...value, id } : []))
    .toSorted((one, other) => other.madeAt - one.madeAt);
}

/** Removes one of the person's passkeys, or all. A missing one is no error. */
export async function removePasskeys(auth: Store, by: SignedIn, only?: string): Promise<void> {
  for (const { id } of await listPasskeys(auth, by)) {
    if (only === undefined || id === only) await recordsOf(auth, passkeys).delete(id);
  }
}
