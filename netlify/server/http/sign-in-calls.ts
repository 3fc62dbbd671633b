import type { Login, LoginAnswer, SetUp, SignedInDevice } from '#contracts/auth';
import { isOwner, linkToken, setUpOwner } from '#server/auth/access';
import {
  DEVICE,
  endSession,
  KEPT,
  listSessions,
  ownerUnder,
  passwordKey,
  readToken,
  type Session,
  SESSION,
  type SignedIn,
  signedInBy,
  signToken,
  startSession,
} from '#server/auth/session';
import { FIRST_PERSON } from '#contracts/people';
import { languageOf } from '#i18n/language';
import { deviceName } from '#lib/device-name';
import { type MessageSettings, messageSettings } from '#server/leads/message-settings';
import { reserveAttempt } from '#server/auth/attempts';
import { guessCeiling } from '#server/limits/limits';
import { MINUTE } from '#lib/time/units';
import { empty, json } from './answers.ts';
import { Refusal } from './refusal.ts';
import { logUnexpected } from './log.ts';
import { type Call, slowBeyond } from './call.ts';
import { type AdminCall, cookieFor, languageCookie, readCookie, requireAccess } from './owner-session.ts';

/** A browser that has signed in before is counted by itself: the guesses of others in its networks must not keep it out. */
export async function byDevice(call: Call): Promise<Call> {
  const token = readCookie(call.request, 'device');
  const access = token && (await call.services.access());
  const device = access && (await readToken(passwordKey(access), token, call.services.now(), [DEVICE]));
  return device ? { ...call, networks: [{ name: `device ${device.jti}`, share: 1 }] } : call;
}

/** `POST /api/auth/login`: 200 and a session; 401 for wrong credentials, 429 after five failures, 503 if not set up. */
export async function signIn(login: Login, { request, services, networks }: Call): Promise<Response> {
  const access = await requireAccess(services);
  // Counted before the password is compared: of many simultaneous tries, five are compared.
  const attempt = await reserveAttempt(services.limits, { networks, username: login.username }, services.now);
  if ('wait' in attempt) throw tooManyAttempts(attempt.wait);
  // Slows a guesser with many addresses. A refusal would keep the owner out.
  const release = await slowBeyond(services, guessCeiling, login.username);
  if (!(await isOwner(access, login))) {
    await attempt.failed();
    throw new Refusal(401, 'credentials');
  }
  await Promise.all([attempt.succeeded(), release()]);
  return await beginSession({ request, services }, ownerUnder(access), login);
}

/**
 * Answers 200 and a session. `stay`: the device stays signed in. The session that its cookie had before ends, or it would be
 * listed twice.
 */
export async function beginSession(
  { request, services: { auth, leads, now } }: Pick<Call, 'request' | 'services'>,
  by: SignedIn,
  { stay, hasTouch }: Pick<Login, 'stay' | 'hasTouch'>,
): Promise<Response> {
  const { access, person } = by;
  const former = await readToken(access.secret, readCookie(request, 'session') ?? '', now());
  if (former) await endSession(auth, signedInBy(former, access), former.jti);
  const kind = stay ? KEPT : SESSION;
  const session = await startSession(auth, by, now(), kind, deviceOf(request, hasTouch));
  const device = await signToken(passwordKey(access), { sub: person.name }, now(), DEVICE);
  const headers = { 'set-cookie': cookieFor(request, 'session', session, kind.seconds) };
  const answer = json(200, { success: true } satisfies LoginAnswer, headers);
  answer.headers.append('set-cookie', cookieFor(request, 'device', device, DEVICE.seconds));
  // A store that fails keeps nobody out.
  const settings = () => messageSettings(leads).catch((): Partial<MessageSettings> => ({}));
  const { language } = person.id === FIRST_PERSON ? await settings() : person;
  if (language) answer.headers.append('set-cookie', languageCookie(request, languageOf(language)));
  return answer;
}

export const deviceOf = ({ headers }: Request, hasTouch?: boolean) =>
  deviceName(headers.get('user-agent') ?? '', hasTouch);

/** The browsers where the person is signed in; of who calls, unless it is somebody else's. */
export async function signedInDevices(call: AdminCall, by: SignedIn = call): Promise<SignedInDevice[]> {
  const { services, session } = call;
  const held = await listSessions(services.auth, by, services.now());
  const iso = (time: number) => new Date(time).toISOString();
  return held.map(({ id, device: name, madeAt, usedAt, seconds }) => {
    const times = { signedInAt: iso(madeAt), usedAt: iso(usedAt) };
    return { id, name, ...times, stays: seconds !== SESSION.seconds, isHere: id === session.jti };
  });
}

/** `DELETE /api/auth/devices/{id}`: 204, also for an unknown id. The device is asked for the password again. */
export async function signOutDevice({ services, params, ...by }: AdminCall): Promise<Response> {
  await endSession(services.auth, by, params['id'] ?? '');
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
  return await beginSession({ request, services }, ownerUnder(await requireAccess(services)), chosen);
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
  const headers = { 'set-cookie': cookieFor(call.request, 'session', '', 0) };
  const { access: accessOf, auth, now } = call.services;
  let session: Session | null = null;
  try {
    const access = await accessOf();
    session = access && (await readToken(access.secret, readCookie(call.request, 'session') ?? '', now()));
    if (access && session) await endSession(auth, signedInBy(session, access), session.jti);
  } catch (error) {
    logUnexpected(call.request, error);
    throw new Refusal(503, { code: 'signedOutHere', stays: session?.aud === KEPT.audience }, { headers });
  }
  return json(200, { success: true } satisfies LoginAnswer, headers);
}
