import * as z from 'zod/mini';
import type { Rule } from './problem.ts';

/** `GET /api/auth/check`. */
export const AuthStatus = z.object({ authenticated: z.boolean() });
export type AuthStatus = z.infer<typeof AuthStatus>;

/** In characters. */
export const MAX_CREDENTIAL_LENGTH = 200;

/** Text as typed: a password may begin or end with a space. */
function typed(missing: Rule) {
  return z.string(missing).check(z.minLength(1, missing), z.maxLength(MAX_CREDENTIAL_LENGTH, 'tooLong' satisfies Rule));
}

/** `POST /api/auth/login`. */
export const Login = z.object({
  username: typed('username'),
  password: typed('password'),
});
export type Login = z.infer<typeof Login>;

/** The answer of login and logout. The session is a cookie that scripts cannot read. */
export const LoginAnswer = z.object({ success: z.boolean() });
export type LoginAnswer = z.infer<typeof LoginAnswer>;
