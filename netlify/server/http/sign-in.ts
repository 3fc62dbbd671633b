import type { AuthStatus, Login, LoginAnswer } from '#contracts/auth';
import { reserveAttempt } from '#server/auth/attempts';
import { isOwner } from '#server/auth/password';
import { endSession, startSession } from '#server/auth/session';
import { notSetUp, sessionOf } from './admin.ts';
import { json, problem } from './answers.ts';
import type { Call } from './endpoint.ts';
import { noSessionCookie, sessionCookie } from './session-cookie.ts';

/** `GET /api/auth/check`: never a refusal, also where nobody can sign in. */
export async function checkSession(call: Call): Promise<Response> {
  return json(200, { authenticated: (await sessionOf(call)) !== null } satisfies AuthStatus);
}

/** `POST /api/auth/login`: a session, after one of five tries. A try that succeeds does not count. */
export async function signIn(login: Login, { request, services, address }: Call): Promise<Response> {
  const { access, limits } = services;
  if (!access) return notSetUp();
  const attempt = await reserveAttempt(limits, { address, username: login.username }, services.now());
  if ('wait' in attempt) return tooManyAttempts(attempt.wait);
  if (!(await isOwner(access, login))) return problem(401, 'Invalid credentials');
  await attempt.giveBack();
  const token = await startSession(access.secret, services.now());
  return json(200, { success: true } satisfies LoginAnswer, { 'set-cookie': sessionCookie(request, token) });
}

function tooManyAttempts(wait: number): Response {
  const minutes = Math.ceil(wait / 60_000);
  const error = `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return problem(429, error, { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } });
}

/** `POST /api/auth/logout`: ends the session for good. Without one there is nothing to end, which is a success too. */
export async function signOut(call: Call): Promise<Response> {
  const session = await sessionOf(call);
  if (session) await endSession(call.services.auth, session);
  return json(200, { success: true } satisfies LoginAnswer, { 'set-cookie': noSessionCookie(call.request) });
}
