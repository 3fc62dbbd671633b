import { compressAnswer } from './compress.ts';
import { type Caller, localContext } from './context.ts';
import { nextRun } from './cron.ts';
import type { LoadedFunction } from './function-module.ts';
import { matchFunction } from './routing.ts';

/** The functions of the site, as the host calls them. */
export interface Functions {
  /** The answer of the function that the request is for; `null` when it is for none. */
  answer(request: Request, caller: Caller): Promise<Response> | null;
  /** Resolves when every call has ended, also those whose client has left, and all that they gave to `waitUntil`. */
  settled(): Promise<void>;
}

const DIRECT = '/.netlify/functions/';

/** Calls the loaded functions in this process, by the routes of their own `config`. */
export function serveFunctions(functions: readonly LoadedFunction[]): Functions {
  const running = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    const kept = work.catch((error: unknown) => console.error('In the background:', error));
    running.add(kept);
    void kept.finally(() => running.delete(kept));
  };
  return {
    answer(request, caller) {
      const answer = route(functions, request, { ...caller, waitUntil: track });
      if (answer) track(answer);
      return answer;
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function route(
  functions: readonly LoadedFunction[],
  request: Request,
  work: Omit<Work, 'params'>,
): Promise<Response> | null {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(DIRECT)) {
    const fn = functions.find(({ name }) => name === pathname.slice(DIRECT.length));
    return fn ? callDirectly(fn, request, work) : null;
  }
  const match = matchFunction(functions, request.method, pathname);
  return match && call(match.fn, request, { ...work, params: match.params });
}

type Work = Caller & { params: Record<string, string>; waitUntil(work: Promise<unknown>): void };

/** A function that throws gets an answer, and the host goes on. */
async function call(fn: LoadedFunction, request: Request, work: Work): Promise<Response> {
  try {
    const { context, setCookies } = localContext(request, work);
    const answer = await fn.run(request, context);
    if (answer === undefined) return new Response(null, { status: 204 });
    if (!(answer instanceof Response)) throw new TypeError(`The function ${fn.name} returned no Response`);
    return compressAnswer(request, withCookies(answer, setCookies));
  } catch (error) {
    console.error(`${request.method} ${request.url}: the function ${fn.name} threw`, error);
    return Response.json({ error: 'Something went wrong on our side. Please try again.' }, { status: 500 });
  }
}

function withCookies(answer: Response, setCookies: readonly string[]): Response {
  if (setCookies.length === 0) return answer;
  const headers = new Headers(answer.headers);
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * `/.netlify/functions/<name>` runs a function that has no path. A scheduled one is run by nobody else here: it takes a
 * POST from this machine, not from a web page, and gets the body that Netlify sends it.
 */
function callDirectly(fn: LoadedFunction, request: Request, work: Omit<Work, 'params'>): Promise<Response> | null {
  if (fn.patterns.length > 0) return null;
  if (fn.schedule === null) return call(fn, request, { ...work, params: {} });
  const isOurs = isLoopback(work.ip) && !request.headers.has('origin');
  if (request.method !== 'POST' || !isOurs) return null;
  const body = JSON.stringify({ next_run: nextRun(fn.schedule, new Date()).toISOString() });
  const headers = { 'content-type': 'application/json', 'x-nf-event': 'schedule' };
  return call(fn, new Request(request.url, { method: 'POST', body, headers }), { ...work, params: {} });
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip);
}
