import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { business } from '#business';
import type { NewPasskey, PasskeySignIn } from '#contracts/auth';
import { keptObject } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import { MINUTE, SECOND } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import type { AdminAccess } from './access.ts';
import { passwordKey, readToken, type SignedIn, signToken } from './session.ts';

/*
 * A challenge is a signed token, so that asking for one writes nothing. It cannot be used twice: a passkey keeps when the
 * challenge of its last sign-in was asked for, and takes only a later one; and a passkey that is there is not added again.
 */
const CHALLENGE_SECONDS = (5 * MINUTE) / SECOND;
/** Its `sub` is when it was asked for, in ms. */
const SIGN_IN = { audience: 'passkey', seconds: CHALLENGE_SECONDS };
/** Its `sub` is the id of whose passkey it is to be. */
const ADD = { audience: 'new-passkey', seconds: CHALLENGE_SECONDS };

/** A public key with which somebody signs in. Times are in ms since the epoch. */
const Passkey = keptObject({
  /** The person's id. */
  person: z.string(),
  /** The browser's id for it, in base64url. The record's name is a hash: a key has no capitals. */
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
  /** Of the owner: the password under which it was made. A new one ends it, as it ends the sessions. */
  under: z.optional(z.string()),
});
type Passkey = z.infer<typeof Passkey>;
export const passkeys = { place: 'passkeys/', schema: Passkey, isReplaceable: true } as const;

const nameOf = (credential: string) => createHash('sha256').update(credential).digest('hex');
const underOf = (access: AdminAccess) =>
  createHash('sha256').update(passwordKey(access)).update('passkeys').digest('hex');
const holds = ({ under }: Passkey, access: AdminAccess) => under === undefined || under === underOf(access);

/** The site as a browser knows it. `origin`: of the call. `now` in ms. */
interface At {
  readonly origin: string;
  readonly now: number;
}
const hostOf = (origin: string) => new URL(origin).hostname;

/** The library loads with the first call: few sign in, and it is as large as all else of the function. */
const library = () => import('@simplewebauthn/server');

const textOf = (challenge: string) => Buffer.from(challenge, 'base64url').toString();

/** What a browser needs to sign in by any passkey of this site. */
export async function signInOptions({ secret }: AdminAccess, { origin, now }: At) {
  const challenge = await signToken(secret, { sub: String(now) }, now, SIGN_IN);
  const { generateAuthenticationOptions } = await library();
  return await generateAuthenticationOptions({ rpID: hostOf(origin), challenge, userVerification: 'required' });
}

/** The id of whose passkey has signed the challenge; `null` if none has. */
export async function signedBy(
  auth: Store,
  access: AdminAccess,
  response: PasskeySignIn['passkey'],
  { origin, now }: At,
): Promise<string | null> {
  const records = recordsOf(auth, passkeys);
  const { value: kept, etag } = await records.find(nameOf(response.id));
  if (!kept || !etag || !holds(kept, access)) return null;
  let askedAt = 0;
  const isNew = async (challenge: string) => {
    askedAt = Number((await readToken(access.secret, textOf(challenge), now, [SIGN_IN]))?.sub);
    return askedAt > kept.askedAt;
  };
  const { verifyAuthenticationResponse } = await library();
  // It throws for whatever is wrong.
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isNew,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: {
      id: kept.credential,
      publicKey: new Uint8Array(Buffer.from(kept.publicKey, 'base64url')),
      counter: kept.counter,
    },
  }).catch(() => null);
  if (!found?.verified) return null;
  const counter = found.authenticationInfo.newCounter;
  // Of two calls with one challenge, one finds the record as it was.
  return (await records.replace(nameOf(response.id), { ...kept, counter, askedAt }, etag)) ? kept.person : null;
}

/** What a browser needs to make a passkey. */
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
  response: NewPasskey['passkey'],
  { origin, now, device, mayAdd }: At & { readonly device: string; readonly mayAdd?: () => Promise<boolean> },
): Promise<boolean> {
  const { verifyRegistrationResponse } = await library();
  const { transports = [], ...attested } = response.response;
  const found = await verifyRegistrationResponse({
    response: { ...response, response: attested },
    expectedChallenge: async (challenge) =>
      (await readToken(access.secret, textOf(challenge), now, [ADD]))?.sub === person.id,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
  }).catch(() => null);
  if (!found?.verified || (mayAdd && !(await mayAdd()))) return false;
  const { id: credential, publicKey, counter } = found.registrationInfo.credential;
  const made = await recordsOf(auth, passkeys).create(nameOf(credential), {
    ...{ person: person.id, credential, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports },
    ...{ device, madeAt: now, askedAt: now },
    ...(person.id === FIRST_PERSON && { under: underOf(access) }),
  });
  return made !== null;
}

/** The person's passkeys, each with its record's name as its id, the newest first. */
export async function listPasskeys(auth: Store, { access, person }: SignedIn) {
  const { records } = await recordsOf(auth, passkeys).list();
  return records
    .flatMap(({ name: id, value }) => (value.person === person.id && holds(value, access) ? { ...value, id } : []))
    .toSorted((one, other) => other.madeAt - one.madeAt);
}

/** Removes one of the person's passkeys, or all. A missing one is no error. */
export async function removePasskeys(auth: Store, by: SignedIn, only?: string): Promise<void> {
  for (const { id } of await listPasskeys(auth, by)) {
    if (only === undefined || id === only) await recordsOf(auth, passkeys).delete(id);
  }
}
