import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';
import { notAnObject } from './text.ts';

/** `GET /api/auth/check`. Who is signed in has a name and a `Role`. */
export const AuthStatus = z.object({
  authenticated: z.boolean(),
  name: z.optional(z.string()),
  role: z.optional(z.string()),
});
export type AuthStatus = z.infer<typeof AuthStatus>;

/** In characters. */
export const MAX_CREDENTIAL_LENGTH = 200;

const credential = (missing: Rule) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(MAX_CREDENTIAL_LENGTH, 'tooLong' satisfies Rule));

/**
 * `POST /api/auth/login`. The user name is trimmed, because a phone's keyboard adds a space to it. A password may begin
 * or end with one.
 */
export const Login = z.object({
  username: z.pipe(z.string('username' satisfies Rule).check(z.trim()), credential('username')),
  password: credential('password'),
  /** This device stays signed in for 30 days. */
  stay: z.optional(z.boolean()),
  /** The browser has a touch screen: an iPad calls itself a Mac, which has none. */
  hasTouch: z.optional(z.boolean()),
});
export type Login = z.infer<typeof Login>;

/** bcrypt reads no more. */
const MAX_PASSWORD_BYTES = 72;
export const MIN_PASSWORD_LENGTH = 8;

const isGoodPassword = (typed: string) =>
  typed.length >= MIN_PASSWORD_LENGTH && new TextEncoder().encode(typed).length <= MAX_PASSWORD_BYTES;

/** `POST /api/auth/setup`. */
export const AskLink = z.object({});

/** `PUT /api/auth/setup`: a sign-in, by the token of the link in the log. */
export const SetUp = z.object({
  token: z.string('setupLink' satisfies Rule).check(z.maxLength(MAX_CREDENTIAL_LENGTH, 'setupLink' satisfies Rule)),
  username: Login.shape.username,
  password: z.string('newPassword' satisfies Rule).check(z.refine(isGoodPassword, 'newPassword' satisfies Rule)),
  stay: Login.shape.stay,
  hasTouch: Login.shape.hasTouch,
});
export type SetUp = z.infer<typeof SetUp>;

/** The options that the site gives a browser for its passkeys, and the browser's answer, in its own JSON (WebAuthn 3, 5.1). */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
const passkey = z.looseObject({ id: z.string('passkey' satisfies Rule) }, 'passkey' satisfies Rule);

/** `POST /api/auth/passkey` and `/passkeys`. Answer: 200 and `PasskeyOptions`. */
export const AskPasskey = z.object({}, notAnObject);

/** `PUT /api/auth/passkey` signs in, and `PUT /api/auth/passkeys` adds one for who is signed in. */
export const PasskeyAnswer = z.object({ passkey, stay: Login.shape.stay, hasTouch: Login.shape.hasTouch }, notAnObject);
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** `POST /api/auth/invitation`, by the token of its link. Answer: 200 and `PasskeyOptions`. */
export const OpenInvitation = z.object(
  {
    token: z.string('invitation' satisfies Rule).check(z.maxLength(MAX_CREDENTIAL_LENGTH, 'invitation' satisfies Rule)),
  },
  notAnObject,
);

/** `PUT /api/auth/invitation`: adds a passkey of who is invited, and signs in by it. */
export const AcceptInvitation = z.extend(PasskeyAnswer, OpenInvitation.shape);
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

/** A passkey of who is signed in. `DELETE /api/auth/passkeys/{id}` removes it. */
export const ShownPasskey = z.object({ id: z.string(), name: z.string(), madeAt: instant });
export type ShownPasskey = z.infer<typeof ShownPasskey>;

/** The answer of login, logout and set-up. The session is a cookie that scripts cannot read. */
export const LoginAnswer = z.object({ success: z.boolean() });
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** A browser that is signed in. `DELETE /api/auth/devices/{id}` signs it out. Instants are ISO 8601 in UTC. */
export const SignedInDevice = z.object({
  id: z.string(),
  name: z.string(),
  signedInAt: instant,
  /** To the day. */
  usedAt: instant,
  /** For 30 days after each use; else for 12 hours. */
  stays: z.boolean(),
  isHere: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;
