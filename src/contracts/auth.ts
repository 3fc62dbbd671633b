import * as z from 'zod/mini';

/** `GET /api/auth/check`. */
export const AuthStatus = z.object({ authenticated: z.boolean() });
export type AuthStatus = z.infer<typeof AuthStatus>;

/** In characters. */
export const MAX_CREDENTIAL_LENGTH = 200;

/** Keeps spaces: a password may begin or end with one. */
function typed(missing: string) {
  return z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.maxLength(MAX_CREDENTIAL_LENGTH, `Please use at most ${MAX_CREDENTIAL_LENGTH} characters`),
    );
}

/** `POST /api/auth/login`. */
export const Login = z.object({
  username: typed('Please enter your username'),
  password: typed('Please enter your password'),
});
export type Login = z.infer<typeof Login>;

/** The answer of login and logout. The session is a cookie that scripts cannot read. */
export const LoginAnswer = z.object({ success: z.boolean() });
export type LoginAnswer = z.infer<typeof LoginAnswer>;
