import { SESSION_SECONDS } from '#server/auth/session';

const NAME = 'session';

/** The token in the request's cookie (RFC 6265, 5.4); `null` without one. */
export function readSessionCookie(request: Request): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) || null;
}

/** `Set-Cookie` for a new session. */
export function sessionCookie(request: Request, token: string): string {
  return cookie(request, token, SESSION_SECONDS);
}

/** `Set-Cookie` that takes the session away. */
export function noSessionCookie(request: Request): string {
  return cookie(request, '', 0);
}

/** No script can read it, no other site's page can send it, and outside this machine no plain connection carries it. */
function cookie(request: Request, value: string, seconds: number): string {
  const secure = isThisMachine(new URL(request.url).hostname) ? '' : '; Secure';
  return `${NAME}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
