import type * as z from 'zod/mini';
import type { AuthStatus, Login, LoginAnswer } from '#contracts/auth';
import {
  type AdminAccess,
  endSession,
  findSession,
  isOwner,
  isSignedOut,
  readToken,
  type Session,
  SESSION_SECONDS,
  startSession,
} from '#server/auth/session';
import { reserveAttempt } from '#server/auth/attempts';
import { guessCeiling } from '#server/limits/limits';
import { json, readJson, Refusal } from './messages.ts';
import { type Call, type Operation, requireOwnOrigin, slowBeyond } from './endpoint.ts';
import type { Services } from './services.ts';

/** A call of the owner's, who has signed in. */
export type AdminCall = Call & { readonly access: AdminAccess };

type AdminOperation = (call: AdminCall) => Promise<Response>;

/**
 * An operation that reads what only the owner may see. Refuses with 503 where nobody can sign in, and with 401. It
 * reads while the session is looked up among those that were signed out. Where it is one of them, what was read is
 * dropped.
 */
export function adminReads(run: AdminOperation): Operation {
  return async (call) => {
    const access = requireAccess(call.services);
    const { auth, now } = call.services;
    const session = await readToken(access.secret, readSessionCookie(call.request) ?? '', now());
    if (!session) throw notSignedIn();
    const signedOut = isSignedOut(auth, session);
    const reading = run({ ...call, access });
    // A refusal is answered, whether the reading failed or not.
    reading.catch(() => undefined);
    if (await signedOut) throw notSignedIn();
    return await reading;
  };
}

function notSignedIn(): Refusal {
  return new Refusal(401, 'signIn');
}

/** An operation by which the owner changes something. Refuses with 503, 401, and 403 for a foreign page. */
export function adminChanges(run: AdminOperation): Operation {
  return async (call) => {
    const access = requireAccess(call.services);
    if (!(await sessionOf(call))) throw notSignedIn();
    requireOwnOrigin(call.request);
    return await run({ ...call, access });
  };
}

/** The same with a JSON body, parsed by its contract. Refuses with 415, 413 and 400 too. */
export function adminAccepts<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (body: z.output<Schema>, call: AdminCall) => Promise<Response>,
): Operation {
  return adminChanges(async (call) => await run(await readJson(call.request, schema), call));
}

/** What the owner signs in with. Where it is not set up nobody gets in: refuses with 503. */
export function requireAccess(services: Services): AdminAccess {
  const access = services.access();
  if (access) return access;
  throw new Refusal(503, 'signInUnset');
}

/** `GET /api/auth/check`: 200, also where nobody can sign in. */
export async function checkSession(call: Call): Promise<Response> {
  return json(200, { authenticated: (await sessionOf(call)) !== null } satisfies AuthStatus);
}

/**
 * `POST /api/auth/login`: 200 and a session, after one of five tries, which does not count when it succeeds. Else 401
 * for a wrong name or password, 429 when no try is left, 503 where the sign-in is not set up.
 */
export async function signIn(login: Login, { request, services, address }: Call): Promise<Response> {
  const access = requireAccess(services);
  // Before the password is looked at: however many come at once, five are compared.
  const attempt = await reserveAttempt(services.limits, { address, username: login.username }, services.now);
  if ('wait' in attempt) throw tooManyAttempts(attempt.wait);
  // From many addresses together: never a refusal, which would keep the owner out.
  const release = await slowBeyond(services, guessCeiling, login.username);
  if (!(await isOwner(access, login))) {
    await attempt.failed();
    throw new Refusal(401, 'credentials');
  }
  await Promise.all([attempt.succeeded(), release()]);
  const token = await startSession(access.secret, services.now());
  const headers = { 'set-cookie': sessionCookie(request, token, SESSION_SECONDS) };
  return json(200, { success: true } satisfies LoginAnswer, headers);
}

function tooManyAttempts(wait: number): Refusal {
  const minutes = Math.ceil(wait / 60_000);
  const headers = { 'retry-after': String(Math.ceil(wait / 1000)) };
  return new Refusal(429, { code: 'tooManyAttempts', minutes }, { headers });
}

/**
 * `POST /api/auth/logout`: 200, and the session has ended for good. Without one there is nothing to end, which is a
 * success too. Refuses a foreign page with 403.
 */
export async function signOut(call: Call): Promise<Response> {
  requireOwnOrigin(call.request);
  const session = await sessionOf(call);
  if (session) await endSession(call.services.auth, session);
  const headers = { 'set-cookie': sessionCookie(call.request, '', 0) };
  return json(200, { success: true } satisfies LoginAnswer, headers);
}

async function sessionOf({ request, services }: Call): Promise<Session | null> {
  const access = services.access();
  const token = readSessionCookie(request);
  if (!access || !token) return null;
  return await findSession({ auth: services.auth, secret: access.secret, now: services.now() }, token);
}

const COOKIE = 'session';

/** The token in the request's cookie (RFC 6265, 5.4); `null` without one. */
function readSessionCookie(request: Request): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) || null;
}

/** `Set-Cookie`: no script can read it, no other site's page sends it, and only this machine takes it unencrypted. */
function sessionCookie({ url }: Request, token: string, seconds: number): string {
  const secure = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname) ? '' : '; Secure';
  return `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
