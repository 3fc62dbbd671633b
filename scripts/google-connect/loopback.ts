import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Waits on a page of this machine for the browser that comes back from the consent page (RFC 8252, 7.3), and answers
 * what it brought. `begin` is told the page's address; `faultOf` judges the answer, and what it finds is thrown. Other
 * addresses (a browser asks for an icon) are not found.
 */
export async function awaitAnswer(
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
