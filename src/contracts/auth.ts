import * as z from 'zod/mini';

/** `GET /api/auth/check`. */
export const AuthStatus = z.object({ authenticated: z.boolean() });
export type AuthStatus = z.infer<typeof AuthStatus>;

/** Text as typed: a password may begin or end with a space. */
function typed(missing: string) {
  const most = 200;
  return z.string(missing).check(z.minLength(1, missing), z.maxLength(most, `Please use at most ${most} characters`));
}

/** `POST /api/auth/login`. */
export const Login = z.object({
  username: typed('Please enter your username'),
  password: typed('Please enter your password'),
});
export type Login = z.infer<typeof Login>;

/** The answer of login and logout; the session itself is a cookie that no script can read. */
export const LoginAnswer = z.object({ success: z.boolean() });
export type LoginAnswer = z.infer<typeof LoginAnswer>;
