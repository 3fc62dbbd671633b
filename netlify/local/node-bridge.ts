import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { loggedPath } from '#lib/logged-path';
import { streamOf } from '#lib/stream';

/** 400: invalid request (RFC 9112, 3.2). 421: meant for another server (RFC 9110, 15.5.20). */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly status: 400 | 421;

  constructor(message: string, status: 400 | 421 = 400) {
    super(message);
    this.status = status;
  }
}

/** The connection ended before the body did. Logged where it is found. */
export class BodyCut extends Error {
  override readonly name = 'BodyCut';
}

/** True if the host name is one of this server's. */
export type OwnNames = (hostname: string, message: IncomingMessage) => boolean;

/** This machine (RFC 6761, 6.3), the connection's address and the site. Other names may be DNS rebinding. */
export function ownNames(siteUrl: string | undefined): OwnNames {
  const site = siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).hostname : null;
  return (hostname, { socket }) => {
    const address = hostname.replace(/^\[|\]$/g, '');
    if (/^(?:.+\.)?localhost$/.test(hostname) || /^127\.[\d.]+$/.test(address) || address === '::1') return true;
    return [socket.localAddress?.replace('::ffff:', ''), site].includes(address);
  };
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** `Request` does not allow these methods. */
const IMPOSSIBLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Makes a web request under the client's host name. Throws `BadRequest`. */
export function toRequest(message: IncomingMessage, isOwnName: OwnNames): Request {
  const { method = 'GET', headers } = message;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  if (IMPOSSIBLE.has(method)) throw new BadRequest(`The method ${method} is not for this server`);
  return new Request(addressOf(message, isOwnName), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body: streamOf(bodyOf(message)), duplex: 'half' }),
  });
}

/** The host is missing only in HTTP/1.0: Node refuses HTTP/1.1 without it. */
function addressOf(message: IncomingMessage, isOwnName: OwnNames): URL {
  const [host = 'localhost', ...more] = message.headersDistinct['host'] ?? [];
  const address = `http://${host}${message.url}`;
  if (more.length > 0 || !HOST.test(host) || !message.url?.startsWith('/') || !URL.canParse(address)) {
    throw new BadRequest('The address of the request is not valid');
  }
  const url = new URL(address);
  if (isOwnName(url.hostname, message)) return url;
  throw new BadRequest('This server does not answer for that host name. Please open it as http://localhost.', 421);
}

/** When a function stops reading, the connection stays, so that its refusal (413) arrives: `toWeb` would close it. */
async function* bodyOf(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* message.iterator({ destroyOnReturn: false });
  } catch (cause) {
    console.warn(`${message.method} ${loggedPath(message.url ?? '')}: the connection ended before the body`);
    throw new BodyCut('The connection ended before the body', { cause });
  }
}

/** Streams the answer. Ends the connection after an incomplete body, whose rest would look like a request. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  if (!response.req.complete) response.setHeader('connection', 'close');
  response.setHeaders(answer.headers).writeHead(answer.status);
  if (!answer.body || response.req.method === 'HEAD') {
    void answer.body?.cancel().catch(() => {});
    response.end();
    return;
  }
  await pipeline(answer.body, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // The client has left.
  });
}
