import type { Context } from '@netlify/functions';

type Cookies = Context['cookies'];

interface Cookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  /** Seconds. */
  maxAge?: number;
  expires?: Date | number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
  unparsed?: string[];
}

/** The cookies of one call, as Netlify's context has them, and what the function has set of them. */
export function cookieJar(request: Request): { cookies: Cookies; setHeaders: readonly string[] } {
  const setHeaders: string[] = [];
  const cookies: Cookies = {
    get: (name) => readCookie(request.headers.get('cookie'), name),
    set: (cookie: Cookie | string, value?: string) => {
      setHeaders.push(serialize(typeof cookie === 'string' ? { name: cookie, value: value ?? '' } : cookie));
    },
    delete: (cookie) => {
      const gone = { value: '', maxAge: 0, expires: new Date(0) };
      setHeaders.push(serialize(typeof cookie === 'string' ? { name: cookie, ...gone } : { ...cookie, ...gone }));
    },
  };
  return { cookies, setHeaders };
}

/** The value, or the empty string, as Netlify's type has it. */
function readCookie(header: string | null, name: string): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** RFC 6265, 4.1. */
function serialize({ name, value, ...attributes }: Cookie): string {
  const { domain, path, maxAge, expires, httpOnly, secure, sameSite, unparsed = [] } = attributes;
  const parts = [
    `${name}=${value}`,
    domain && `Domain=${domain}`,
    path && `Path=${path}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    expires !== undefined && `Expires=${new Date(expires).toUTCString()}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    sameSite && `SameSite=${sameSite}`,
    ...unparsed,
  ];
  return parts.filter(Boolean).join('; ');
}
