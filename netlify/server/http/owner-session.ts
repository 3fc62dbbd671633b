import type { AuthStatus } from '#contracts/auth';
import { FIRST_PERSON, type Role } from '#contracts/people';
import type { Language } from '#i18n/language';
import { DAY } from '#lib/time/units';
import type { AdminAccess } from '#server/auth/access';
import { holds, readToken, renewedToken, type Session, type SignedIn } from '#server/auth/session';
import { people } from '#server/slots/people';
import { unlessUnreadable } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { json } from './answers.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

/** Who is signed in. `role`: a `Role`, or one that only a newer version of the site knows. */
type Colleague = SignedIn['person'] & { readonly role: string };

/** A call of who is signed in. */
export interface AdminCall extends Call, SignedIn {
  readonly person: Colleague;
  /** The person's name, which records keep as `by`. */
  readonly subject: string;
  readonly session: Session;
}

/** Of who sees and does what `installer.ts` says: whatever else a role may be, it is no more. */
export const isInstallers = ({ person: { role } }: Pick<AdminCall, 'person'>): boolean =>
  role !== ('owner' satisfies Role) && role !== ('office' satisfies Role);

/**
 * The call as that of who is signed in, and whether its session has not been signed out. Refuses with 503 if no sign-in is
 * set up, and with 401; `signedIn` rejects with 401.
 */
export async function adminCall(call: Call): Promise<{ admin: AdminCall; signedIn: Promise<void> }> {
  const access = await requireAccess(call.services);
  const { auth, now } = call.services;
  const session = await readToken(access.secret, readCookie(call.request, 'session') ?? '', now());
  const person = session && (await colleagueOf(session, call.services));
  if (!session || !person) throw new Refusal(401, 'signIn');
  const signedIn = holds(auth, access, session, now()).then((isHeld) => {
    if (!isHeld) throw new Refusal(401, 'signIn');
  });
  // Nothing is written for who is signed out.
  const later: Call['later'] = (work) => call.later(() => signedIn.then(work, () => undefined));
  return { admin: { ...call, access, person, subject: person.name, session, later }, signedIn };
}

/**
 * Whose session it is. Of the owner nothing is read; of anybody else the record, so that a removal ends the session and a
 * new role counts at once. `null` if the record is gone or damaged.
 */
export async function colleagueOf(
  { sub, person: id }: Pick<Session, 'sub' | 'person'>,
  { slots }: Services,
): Promise<Colleague | null> {
  if (id === undefined) return { id: FIRST_PERSON, name: sub, role: 'owner' };
  const found = await unlessUnreadable(recordsOf(slots, people).read(id), () => null);
  return found && { id, name: found.name, role: found.role, language: found.language };
}

/** The sign-in's settings. Refuses with 503 if they are missing. */
export async function requireAccess(services: Services): Promise<AdminAccess> {
  const access = await services.access();
  if (access) return access;
  throw new Refusal(503, 'signInUnset');
}

/** The session of a call, the settings under which it holds, and whose it is; or `null`. */
export async function sessionOf({ request, services }: Call) {
  const { auth, now } = services;
  const token = readCookie(request, 'session');
  const access = token && (await services.access());
  const session = access && (await readToken(access.secret, token, now()));
  const person = session && (await holds(auth, access, session, now())) && (await colleagueOf(session, services));
  return person ? { session, access, person } : null;
}

/**
 * `GET /api/auth/check`: 200, even if no sign-in is set up, and who is signed in. Renews the cookie of a device that stays
 * signed in.
 */
export async function checkSession(call: Call): Promise<Response> {
  const found = await sessionOf(call);
  const next = found && (await renewedToken(found.access, found.session, call.services.now()));
  const headers = next ? { 'set-cookie': cookieFor(call.request, 'session', next.token, next.seconds) } : {};
  const who = found && { name: found.person.name, role: found.person.role };
  return json(200, { authenticated: found !== null, ...who } satisfies AuthStatus, headers);
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
