import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { SCOPES } from '#server/calendar/google/settings';

export const AUTHORIZE_URL = 'https://accounts.google.com/o/oauth2/v2/auth';

/** The reason for a failure, as a sentence for the user. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
}

interface Consent {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  show(address: string): void;
}

/**
 * Asks the owner for consent in a browser and returns the refresh token (RFC 8252). `state` ties the answer to this
 * request; the secret verifier ties the code to this process (RFC 7636). Throws `ConnectError`.
 */
export async function askConsent({ clientId, clientSecret, authorizeUrl, tokenUrl, show }: Consent): Promise<string> {
  const state = randomBytes(24).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { answer, redirectUri } = await awaitAnswer(
    (redirectUri) => {
      const address = new URL(authorizeUrl);
      address.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        access_type: 'offline',
        prompt: 'consent',
      }).toString();
      show(address.href);
    },
    (query) => faultOf(query, state),
  );
  const code = answer.get('code') ?? '';
  const client = { client_id: clientId, client_secret: clientSecret };
  return await exchange(tokenUrl, {
    ...client,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
}

function faultOf(query: URLSearchParams, state: string): ConnectError | null {
  if (query.get('state') !== state)
    return new ConnectError(
      'The answer belongs to another request: please run the command again, and open its address.',
    );
  const error = query.get('error');
  if (error === 'access_denied')
    return new ConnectError('Access was denied on Google’s page: please run the command again, and allow it there.');
  if (error || !query.get('code'))
    return new ConnectError(`Google sent no code (${error ?? 'no reason given'}): please run the command again.`);
  return null;
}

const Granted = z.object({ refresh_token: z.optional(z.string()), scope: z.optional(z.string()) });
const Refused = z.object({ error: z.string() });

async function exchange(tokenUrl: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) }).catch(() => {
    throw new ConnectError('Google’s sign-in did not answer: please check the connection and run the command again.');
  });
  const body: unknown = await answer.json().catch(() => null);
  const granted = Granted.safeParse(body);
  if (!answer.ok || !granted.success) {
    const why = Refused.safeParse(body).data?.error ?? `status ${answer.status}`;
    const what = `Google did not take the code (${why})`;
    throw new ConnectError(
      `${what}: please check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, and run the command again.`,
    );
  }
  const { refresh_token: token, scope } = granted.data;
  if (!SCOPES.every((needed) => (scope ?? SCOPES.join(' ')).split(' ').includes(needed)))
    throw new ConnectError(
      'Not all was allowed: please run the command again, and leave every box on Google’s page ticked.',
    );
  if (!token)
    throw new ConnectError(
      'Google gave no refresh token: please remove the site’s access at https://myaccount.google.com/connections, and run the command again.',
    );
  return token;
}

/** Waits on a local page for the browser's return (RFC 8252, 7.3). Throws the error that `faultOf` finds. */
async function awaitAnswer(
  begin: (redirectUri: string) => void,
  faultOf: (query: URLSearchParams) => Error | null,
): Promise<{ answer: URLSearchParams; redirectUri: string }> {
  const brought = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname !== '/' || searchParams.size === 0) {
      response.writeHead(404).end();
      return;
    }
    const fault = faultOf(searchParams);
    response.writeHead(fault ? 400 : 200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(fault?.message ?? 'Thank you. You can close this page; the rest is in the terminal.');
    if (fault) brought.reject(fault);
    else brought.resolve(searchParams);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  begin(redirectUri);
  return await brought.promise.then((answer) => ({ answer, redirectUri })).finally(() => close(server));
}

function close(server: Server): void {
  server.close();
  server.closeIdleConnections();
}
