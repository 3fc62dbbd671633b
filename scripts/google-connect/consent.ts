import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consentPage, exchange, newQuestion } from '#server/calendar/google/consent';
import { SCOPES } from '#server/calendar/google/settings';

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
  const question = { clientId, scopes: SCOPES, ...newQuestion() };
  const { answer, redirectUri } = await awaitAnswer(
    (redirectUri) => show(consentPage({ ...question, redirectUri }, authorizeUrl)),
    (query) => faultOf(query, question.state),
  );
  const code = answer.get('code') ?? '';
  const granted = await exchange({ ...question, redirectUri }, { code, clientSecret, tokenUrl });
  if ('fault' in granted) throw new ConnectError(`${granted.fault}, and run the command again.`);
  return granted.refreshToken;
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
