import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { Failure, type Surroundings } from './attempts.ts';
import { lockedOut, silenceOf } from './failures.ts';
import { type GoogleSettings, SCOPES } from './settings.ts';

/** Where the access tokens come from. Both throw `Failure`. */
export interface TokenSource {
  /** An access token that is good for a while yet. */
  current(signal: AbortSignal): Promise<string>;
  /** Another one, for a call that was refused with `refused`. */
  renewed(refused: string, signal: AbortSignal): Promise<string>;
}

interface Token {
  readonly value: string;
  /** Milliseconds since the epoch; a little before Google's own end. */
  readonly endsAt: number;
}

const EARLY_MS = 60_000;
const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const TokenProblem = z.object({ error: z.string() });

/**
 * Access tokens by a refresh token (RFC 6749, 6) or by a service account's assertion (RFC 7523). One is kept in memory;
 * calls that want one at the same time wait for the same request.
 */
export function tokenSource(settings: GoogleSettings, surroundings: Surroundings): TokenSource {
  let token: Token | null = null;
  let coming: Promise<Token> | null = null;

  const fetched = (): Promise<Token> => {
    coming ??= fetchToken(settings, surroundings).finally(() => {
      coming = null;
    });
    return coming;
  };
  const current = async (signal: AbortSignal): Promise<string> => {
    if (token && token.endsAt > surroundings.now()) return token.value;
    token = await within(signal, fetched());
    return token.value;
  };
  return {
    current,
    renewed: (refused, signal) => {
      if (token?.value === refused) token = null;
      return current(signal);
    },
  };
}

/** The promise's end, but no longer than the signal allows: the request is shared and goes on for others. */
async function within<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: patience, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(silenceOf(signal.reason, false));
  signal.addEventListener('abort', giveUp, { once: true });
  return await Promise.race([promise, patience]).finally(() => signal.removeEventListener('abort', giveUp));
}

async function fetchToken(settings: GoogleSettings, surroundings: Surroundings): Promise<Token> {
  const asked = surroundings.now();
  const body = await grantOf(settings, asked);
  const signal = AbortSignal.timeout(surroundings.callMostMs);
  const { status, text } = await fetch(settings.tokenUrl, { method: 'POST', body, signal })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((error: unknown) => {
      throw silenceOf(error, false);
    });
  const data = parsed(text);
  const granted = TokenAnswer.safeParse(data);
  if (status === 200 && granted.success) {
    const { access_token: value, expires_in: seconds } = granted.data;
    return { value, endsAt: asked + seconds * 1000 - EARLY_MS };
  }
  const problem = TokenProblem.safeParse(data);
  const isDefinite = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isDefinite) throw lockedOut(problem.success ? problem.data.error : String(status), settings.access);
  throw new Failure(`Google’s sign-in answered ${status}`, { passes: true, mayBeDone: false });
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
  const seconds = Math.floor(now / 1000);
  const assertion = await new SignJWT({ scope: SCOPES.join(' '), ...(access.subject && { sub: access.subject }) })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(access.email)
    .setAudience(tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .sign(key);
  return new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
