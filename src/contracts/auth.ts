import * as z from 'zod/mini';
import type { Rule } from './problem.ts';

/** `GET /api/auth/check`. */
export const AuthStatus = z.object({ authenticated: z.boolean() });
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
});
export type Login = z.infer<typeof Login>;

/** The answer of login and logout. The session is a cookie that scripts cannot read. */
export const LoginAnswer = z.object({ success: z.boolean() });
export type LoginAnswer = z.infer<typeof LoginAnswer>;
