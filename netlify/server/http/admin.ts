import type * as z from 'zod/mini';
import type { AuthStatus, Login, LoginAnswer, SetUp, SignedInDevice } from '#contracts/auth';
import { type AdminAccess, subjectOf } from '#server/auth/access';
import { linkToken, setUpOwner } from '#server/auth/owner-access';
import {
  DEVICE,
  endSession,
  findSession,
  isSignedOut,
  KEPT,
  readToken,
  type Session,
  SESSION,
  signedInBy,
  startSession,
} from '#server/auth/session';
import { endKeptSession, keepSession, listKeptSessions, type SignedIn } from '#server/auth/kept-sessions';
import { deviceName } from '#lib/device-name';
import { reserveAttempt } from '#server/auth/attempts';
import { guessCeiling } from '#server/limits/limits';
import { MINUTE } from '#lib/time/units';
import { empty, json } from './answers.ts';
import { Refusal } from './refusal.ts';
import { readJson } from './request-body.ts';
import { logUnexpected } from './log.ts';
import { type Call, type Operation, requireOwnOrigin, slowBeyond } from './endpoint.ts';
import type { Services } from './services.ts';

/** A call of who is signed in: `subject`, the name that records keep as `by`. */
export type AdminCall = Call & SignedIn & { readonly session: Session };

type AdminOperation = (call: AdminCall) => Promise<Response>;

/**
 * Reads what only the owner may see. Refuses with 503 if no sign-in is set up, and with 401. Reads while the session is
 * checked, and drops the result if it was signed out.
 */
export function adminReads(run: AdminOperation): Operation {
  return async (call) => {
    const access = await requireAccess(call.services);
    const { auth, now } = call.services;
    const session = await readToken(access.secret, readCookie(call.request, 'session') ?? '', now());
    if (!session) throw new Refusal(401, 'signIn');
    const signedOut = isSignedOut({ auth, access, now: now() }, session);
    // Nothing is written for who is signed out.
    const later: Call['later'] = (work) => call.later(async () => void ((await signedOut) || (await work())));
    const reading = run({ ...call, ...signedInBy(session, access), session, later });
    // A failed reading must not hide the refusal.
    reading.catch(() => undefined);
    if (await signedOut) throw new Refusal(401, 'signIn');
    return await reading;
  };
}

/** Changes something for the owner. Refuses with 503, 401, and 403 for a foreign page. */
export function adminChanges(run: AdminOperation): Operation {
  return async (call) => {
    const access = await requireAccess(call.services);
    const session = await sessionOf(call);
    if (!session) throw new Refusal(401, 'signIn');
    requireOwnOrigin(call.request);
    return await run({ ...call, ...signedInBy(session, access), session });
  };
}

/** The same with a JSON body, parsed by its contract. Also refuses with 415, 413 and 400. */
export function adminAccepts<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (body: z.output<Schema>, call: AdminCall) => Promise<Response>,
): Operation {
  return adminChanges(async (call) => await run(await readJson(call.request, schema), call));
}

/** The sign-in's settings. Refuses with 503 if they are missing. */
export async function requireAccess(services: Services): Promise<AdminAccess> {
  const access = await services.access();
  if (access) return access;
  throw new Refusal(503, 'signInUnset');
}

/** `GET /api/auth/check`: 200, even if no sign-in is set up. */
export async function checkSession(call: Call): Promise<Response> {
  return json(200, { authenticated: (await sessionOf(call)) !== null } satisfies AuthStatus);
}

/** Counts a browser that has signed in before by itself: the guesses of others in its networks must not keep it out. */
export function countedByDevice(run: Operation): Operation {
  return async (call) => {
    const token = readCookie(call.request, 'device');
    const access = token && (await call.services.access());
    const device = access && (await readToken(access.secret, token, call.services.now(), [DEVICE]));
    return await run(device ? { ...call, networks: [{ name: `device ${device.jti}`, share: 1 }] } : call);
  };
}

/** `POST /api/auth/login`: 200 and a session; 401 for wrong credentials, 429 after five failures, 503 if not set up. */
export async function signIn(login: Login, { request, services, networks }: Call): Promise<Response> {
  const access = await requireAccess(services);
  // Counted before the password is compared: of many simultaneous tries, five are compared.
  const attempt = await reserveAttempt(services.limits, { networks, username: login.username }, services.now);
  if ('wait' in attempt) throw tooManyAttempts(attempt.wait);
  // Slows a guesser with many addresses. A refusal would keep the owner out.
  const release = await slowBeyond(services, guessCeiling, login.username);
  const subject = await subjectOf(access, login);
  if (subject === null) {
    await attempt.failed();
    throw new Refusal(401, 'credentials');
  }
  await Promise.all([attempt.succeeded(), release()]);
  return await signedIn(request, services, { access, subject }, login);
}

/** `stay`: the device stays signed in. The session that its cookie had before ends, or it would be listed twice. */
async function signedIn(
  request: Request,
  { auth, now }: Services,
  by: SignedIn,
  { stay, hasTouch }: Pick<Login, 'stay' | 'hasTouch'>,
): Promise<Response> {
  const { access, subject } = by;
  const former = await readToken(access.secret, readCookie(request, 'session') ?? '', now(), [KEPT]);
  if (former) await endSession(auth, access, former);
  const kind = stay ? KEPT : SESSION;
  const times = { madeAt: now(), usedAt: now(), until: now() + KEPT.seconds * 1000 };
  const id = stay && (await keepSession(auth, by, { device: deviceOf(request, hasTouch), ...times }));
  const session = await startSession(access.secret, subject, now(), kind, id || undefined);
  const device = await startSession(access.secret, subject, now(), DEVICE);
  const headers = { 'set-cookie': cookieFor(request, 'session', session, kind.seconds) };
  const answer = json(200, { success: true } satisfies LoginAnswer, headers);
  answer.headers.append('set-cookie', cookieFor(request, 'device', device, DEVICE.seconds));
  return answer;
}

const deviceOf = ({ headers }: Request, hasTouch?: boolean) => deviceName(headers.get('user-agent') ?? '', hasTouch);

/** The devices that stay signed in, for the owner. */
export async function signedInDevices({ services, session, ...by }: AdminCall): Promise<SignedInDevice[]> {
  const kept = await listKeptSessions(services.auth, by, services.now());
  const iso = (time: number) => new Date(time).toISOString();
  return kept.map(({ id, device: name, madeAt, usedAt }) => {
    return { id, name, signedInAt: iso(madeAt), usedAt: iso(usedAt), isHere: id === session.jti };
  });
}

/** `DELETE /api/auth/devices/{id}`: 204, also for an unknown id. The device is asked for the password again. */
export async function signOutDevice({ services, params, ...by }: AdminCall): Promise<Response> {
  await endKeptSession(services.auth, by, params['id'] ?? '');
  return empty();
}

/**
 * `POST /api/auth/setup`: 200, and in the log of this function a link to make the sign-in, which only who may read the
 * site's logs at Netlify sees. 409 if the variables give the sign-in.
 */
export async function writeLink(_: unknown, { services }: Call): Promise<Response> {
  if (services.hasGivenAccess) throw new Refusal(409, 'signInGiven');
  const token = await linkToken(services.auth, services.now());
  services.log(
    `To choose the owner's name and password, within an hour and once: ${services.site.origin}/login#setup=${token}`,
  );
  return json(200, { success: true } satisfies LoginAnswer);
}

/** `PUT /api/auth/setup`: 200 and a session; 403 if the link is over or used, 409 if the variables give the sign-in. */
export async function setUp(chosen: SetUp, { request, services }: Call): Promise<Response> {
  if (services.hasGivenAccess) throw new Refusal(409, 'signInGiven');
  if (!(await setUpOwner(services.auth, chosen, services.now()))) throw new Refusal(403, 'setupLink');
  return await signedIn(request, services, { access: await requireAccess(services), subject: chosen.username }, chosen);
}

function tooManyAttempts(wait: number): Refusal {
  const minutes = Math.ceil(wait / MINUTE);
  const headers = { 'retry-after': String(Math.ceil(wait / 1000)) };
  return new Refusal(429, { code: 'tooManyAttempts', minutes }, { headers });
}

/**
 * `POST /api/auth/logout`: 200, with or without a session, which ends for good. 403 for a foreign page. If the end cannot
 * be stored, 503: the browser is signed out all the same, and a copy of its cookie lives until it expires.
 */
export async function signOut(call: Call): Promise<Response> {
  requireOwnOrigin(call.request);
  const headers = { 'set-cookie': cookieFor(call.request, 'session', '', 0) };
  const { access: accessOf, auth, now } = call.services;
  let session: Session | null = null;
  try {
    const access = await accessOf();
    session = access && (await readToken(access.secret, readCookie(call.request, 'session') ?? '', now()));
    if (access && session) await endSession(auth, access, session);
  } catch (error) {
    logUnexpected(call.request, error);
    const lasts = session?.aud === KEPT.audience ? '30 days' : '12 hours';
    throw new Refusal(503, { code: 'signedOutHere', lasts }, { headers });
  }
  return json(200, { success: true } satisfies LoginAnswer, headers);
}

async function sessionOf({ request, services }: Call): Promise<Session | null> {
  const token = readCookie(request, 'session');
  const access = token && (await services.access());
  if (!access || !token) return null;
  return await findSession({ auth: services.auth, access, now: services.now() }, token);
}

/** True if the owner is signed in; false if the store cannot tell. */
export async function isSignedIn(call: Call): Promise<boolean> {
  return (await sessionOf(call).catch(() => null)) !== null;
}

/** Where each token's cookie is sent. */
const cookiePaths = { session: '/', device: '/api/auth/login' } as const;
type Cookie = keyof typeof cookiePaths;

/** The token in the cookie (RFC 6265, 5.4), or `null`. */
function readCookie(request: Request, name: Cookie): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** `Set-Cookie`: hidden from scripts and other sites, and unencrypted on the local host only. */
function cookieFor({ url }: Request, name: Cookie, token: string, seconds: number): string {
  const secure = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname) ? '' : '; Secure';
  return `${name}=${token}; Path=${cookiePaths[name]}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
