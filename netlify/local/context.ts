import { randomUUID } from 'node:crypto';
import type { Context } from '@netlify/functions';
import { cookieJar } from './cookies.ts';

export interface Caller {
  /** The address that the connection comes from. */
  readonly ip: string;
}

/** The second argument of a function, in the shape of Netlify's, and the cookies that the function sets through it. */
export function localContext(
  request: Request,
  { ip, params, waitUntil }: Caller & Pick<Context, 'params' | 'waitUntil'>,
): { context: Context; setCookies: readonly string[] } {
  const url = new URL(request.url);
  const jar = cookieJar(request);
  const context: Context = {
    account: { id: 'local' },
    cookies: jar.cookies,
    deploy: { context: 'dev', id: 'local', published: false },
    geo: {},
    ip,
    json: (value) => Response.json(value),
    log: console.log,
    next: () => refuse('next'),
    params,
    requestId: randomUUID(),
    rewrite: () => refuse('rewrite'),
    server: {},
    site: { id: 'local', name: 'local', url: url.origin },
    url,
    waitUntil,
  };
  return { context, setCookies: jar.setHeaders };
}

function refuse(name: string): never {
  throw new Error(`context.${name} is for edge functions, not for functions`);
}
