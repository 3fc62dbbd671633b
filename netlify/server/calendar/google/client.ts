import type { calendar_v3 } from '@googleapis/calendar';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { MINUTE } from '#lib/time/units';
import { type Answer, type Environment, Failure, failureOf, lockedOut, retryUntil, unanswered } from './failures.ts';
import { type GoogleSettings, SCOPES } from './settings.ts';

interface Options {
  readonly signal: AbortSignal;
  readonly headers: { readonly authorization: string };
}

/** One call of the API. A repeat after a lost answer sends the same content. */
export interface ApiCall<Result> {
  /** True if the call can change the calendar. */
  readonly mayChange: boolean;
  send(api: calendar_v3.Calendar, options: Options): Promise<Answer>;
  /** The result; `again` to call again at once; `null` for an unexpected answer. */
  read(answer: Answer): { readonly result: Result } | 'again' | null;
}

/** Makes a call and retries passing failures until `deadline` (ms since the epoch). Throws `CalendarError`. */
export type Caller = <Result>(call: ApiCall<Result>, deadline: number) => Promise<Result>;

export function googleCaller(settings: GoogleSettings, environment: Environment): Caller {
  const tokens = tokenSource(settings, environment);
  let api: Promise<calendar_v3.Calendar> | undefined;

  async function sent<Result>({ send, mayChange }: ApiCall<Result>, token: string, signal: AbortSignal) {
    api ??= loaded(settings, environment);
    const client = await api;
    try {
      const { status, data } = await send(client, { signal, headers: { authorization: `Bearer ${token}` } });
      return { status, data };
    } catch (error) {
      throw unanswered(error, mayChange);
    }
  }

  /** Renews the access token once after a 401: Google may end it early. */
  async function answered<Result>(call: ApiCall<Result>, signal: AbortSignal): Promise<Answer> {
    const token = await tokens.current(signal);
    const answer = await sent(call, token, signal);
    if (answer.status !== 401) return answer;
    const second = await sent(call, await tokens.renewed(token, signal), signal);
    if (second.status === 401) throw lockedOut('401', settings.access);
    return second;
  }

  return (call, deadline) => {
    const run = async (signal: AbortSignal) => {
      for (;;) {
        const answer = await answered(call, signal);
        const read = call.read(answer);
        if (read === null) throw failureOf(answer, call.mayChange);
        if (read !== 'again') return read.result;
      }
    };
    return retryUntil(deadline, run, environment);
  };
}

/** Google's client, imported on first use, without its retries and status errors. */
async function loaded({ apiRoot }: GoogleSettings, environment: Environment): Promise<calendar_v3.Calendar> {
  const { calendar } = await import('@googleapis/calendar');
  const options = { retry: false, validateStatus: () => true, fetchImplementation: environment.fetch };
  return calendar({ version: 'v3', ...options, ...(apiRoot && { rootUrl: apiRoot }) });
}

interface Token {
  readonly value: string;
  /** Milliseconds since the epoch, a little before Google's own end. */
  readonly endsAt: number;
}

const EARLY_MS = MINUTE;
const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const TokenProblem = z.object({ error: z.string() });

/** Tokens of a refresh token (RFC 6749, 6) or assertion (RFC 7523). Parallel calls share a request. Throws `Failure`. */
function tokenSource(settings: GoogleSettings, environment: Environment) {
  let token: Token | null = null;
  let coming: Promise<Token> | null = null;

  const fetched = (): Promise<Token> => {
    coming ??= fetchToken(settings, environment).finally(() => {
      coming = null;
    });
    return coming;
  };
  const current = async (signal: AbortSignal): Promise<string> => {
    if (token && token.endsAt > environment.now()) return token.value;
    token = await within(signal, fetched());
    return token.value;
  };
  return {
    current,
    renewed: (refused: string, signal: AbortSignal): Promise<string> => {
      if (token?.value === refused) token = null;
      return current(signal);
    },
  };
}

/** Waits for a shared request until the signal aborts. The request goes on for the others. */
async function within<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(unanswered(signal.reason, false));
  signal.addEventListener('abort', giveUp, { once: true });
  return await Promise.race([promise, timeout]).finally(() => signal.removeEventListener('abort', giveUp));
}

async function fetchToken(settings: GoogleSettings, environment: Environment): Promise<Token> {
  const asked = environment.now();
  const body = await grantOf(settings, asked);
  const signal = AbortSignal.timeout(environment.callTimeoutMs);
  const { status, data } = await environment
    .fetch(settings.tokenUrl, { method: 'POST', body, signal })
    .then(async (answer) => ({ status: answer.status, data: await answer.json().catch(unlessText) }))
    .catch((error: unknown) => {
      throw unanswered(error, false);
    });
  const granted = TokenAnswer.safeParse(data);
  if (status === 200 && granted.success) {
    const { access_token: value, expires_in: seconds } = granted.data;
    return { value, endsAt: asked + seconds * 1000 - EARLY_MS };
  }
  const problem = TokenProblem.safeParse(data);
  const isDefinite = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isDefinite) throw lockedOut(problem.success ? problem.data.error : String(status), settings.access);
  throw new Failure(`Google’s sign-in answered ${status}`, { isTransient: true });
}

async function grantOf({ access, tokenUrl }: GoogleSettings, now: number): Promise<URLSearchParams> {
  if (access.kind === 'account') {
    return new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: access.clientId,
      client_secret: access.clientSecret,
      refresh_token: access.refreshToken,
    });
  }
  const key = await importPKCS8(access.privateKey, 'RS256').catch(() => {
    throw lockedOut('the private key cannot be read', access);
  });
  const iat = Math.floor(now / 1000);
  const claims = { iss: access.email, aud: tokenUrl, scope: SCOPES.join(' '), iat, exp: iat + 3600 };
  const assertion = await new SignJWT({ ...claims, ...(access.subject && { sub: access.subject }) })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .sign(key);
  return new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
}

/** An answer that is no JSON says nothing. Throws all other errors, as of a body that breaks off. */
function unlessText(error: unknown): null {
  if (error instanceof SyntaxError) return null;
  throw error;
}
