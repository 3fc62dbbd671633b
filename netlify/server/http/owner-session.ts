import type { AuthStatus } from '#contracts/auth';
import type { Language } from '#i18n/language';
import { DAY } from '#lib/time/units';
import type { AdminAccess } from '#server/auth/access';
import { holds, readToken, renewedToken, type Session, type SignedIn, signedInBy } from '#server/auth/session';
import { json } from './answers.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

/** A call of who is signed in: `subject`, the name that records keep as `by`. */
export type AdminCall = Call & SignedIn & { readonly session: Session };

/**
 * The call as the owner's, and whether its session has not been signed out. Refuses with 503 if no sign-in is set up, and
 * with 401; `signedIn` rejects with 401.
 */
export async function ownersCall(call: Call): Promise<{ admin: AdminCall; signedIn: Promise<void> }> {
  const access = await requireAccess(call.services);
  const { auth, now } = call.services;
  const session = await readToken(access.secret, readCookie(call.request, 'session') ?? '', now());
  if (!session) throw new Refusal(401, 'signIn');
  const signedIn = holds(auth, access, session, now()).then((isHeld) => {
    if (!isHeld) throw new Refusal(401, 'signIn');
  });
  // Nothing is written for who is signed out.
  const later: Call['later'] = (work) => call.later(() => signedIn.then(work, () => undefined));
  return { admin: { ...call, ...signedInBy(session, access), session, later }, signedIn };
}

/** The sign-in's settings. Refuses with 503 if they are missing. */
export async function requireAccess(services: Services): Promise<AdminAccess> {
  const access = await services.access();
  if (access) return access;
  throw new Refusal(503, 'signInUnset');
}

/** The session of a call, and the settings under which it holds; or `null`. */
export async function sessionOf({ request, services }: Call) {
  const { auth, now } = services;
  const token = readCookie(request, 'session');
  const access = token && (await services.access());
  const session = access && (await readToken(access.secret, token, now()));
  return session && (await holds(auth, access, session, now())) ? { session, access } : null;
}

/** `GET /api/auth/check`: 200, even if no sign-in is set up. Renews the cookie of a device that stays signed in. */
export async function checkSession(call: Call): Promise<Response> {
  const found = await sessionOf(call);
  const next = found && (await renewedToken(found.access, found.session, call.services.now()));
  const headers = next ? { 'set-cookie': cookieFor(call.request, 'session', next.token, next.seconds) } : {};
  return json(200, { authenticated: found !== null } satisfies AuthStatus, headers);
}

/** Where each token's cookie is sent. */
const cookiePaths = { session: '/', device: '/api/auth/login' } as const;
type Cookie = keyof typeof cookiePaths;

/** The local host alone is asked without https. */
const isEncrypted = ({ url }: Request) => !['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** With `__Host-` no other host may set the session's cookie, nor any page without https (RFC 6265bis, 4.1.3.2). */
const nameOf = (request: Request, cookie: Cookie) =>
  cookie === 'session' && isEncrypted(request) ? '__Host-session' : cookie;

/** The token in the cookie (RFC 6265, 5.4), or `null`. */
export function readCookie(request: Request, cookie: Cookie): string | null {
  const start = `${nameOf(request, cookie)}=`;
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || null;
}

const secure = (request: Request) => (isEncrypted(request) ? '; Secure' : '');

/** `Set-Cookie`: hidden from scripts and other sites. */
export function cookieFor(request: Request, cookie: Cookie, token: string, seconds: number): string {
  const name = nameOf(request, cookie);
  return `${name}=${token}; Path=${cookiePaths[cookie]}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure(request)}`;
}

/** `Set-Cookie`: Netlify shows the owner's pages in this language (netlify.toml). It lasts as long as browsers let it. */
export const languageCookie = (request: Request, language: Language): string =>
  `nf_lang=${language}; Path=/; Max-Age=${(400 * DAY) / 1000}; SameSite=Lax${secure(request)}`;
