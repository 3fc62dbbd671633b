import type { IncomingMessage, ServerResponse } from 'node:http';
import { loggedPath } from '#lib/logged-path';

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
export function ownNames(listensOn: string, siteUrl: string | undefined): OwnNames {
  const site = siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).hostname : null;
  return (hostname, { socket }) => {
    const address = hostname.replace(/^\[|\]$/g, '');
    if (/^(?:.+\.)?localhost$/.test(hostname) || /^127\.[\d.]+$/.test(address) || address === '::1') return true;
    return [listensOn, socket.localAddress?.replace('::ffff:', ''), site].includes(address);
  };
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** `Request` does not allow these methods. */
const IMPOSSIBLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Makes a web request under the client's host name. Throws `BadRequest`. */
export function toRequest(message: IncomingMessage, isOwnName: OwnNames): Request {
  const method = message.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  if (IMPOSSIBLE.has(method)) throw new BadRequest(`The method ${method} is not for this server`);
  return new Request(addressOf(message, isOwnName), {
    method,
    headers: headersOf(message),
    ...(hasBody && { body: bodyOf(message), duplex: 'half' }),
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

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/**
 * Streams the body. When a function stops reading, Node's `Readable.toWeb` closes the connection and the answer is
 * lost. This stream drains the rest instead, so that a refusal (413) arrives.
 */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        message.pause();
        message.on('data', (chunk: Buffer) => {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) message.pause();
        });
        message.once('end', () => controller.close());
        message.once('error', (cause) => {
          console.warn(`${message.method} ${loggedPath(message.url ?? '')}: the connection ended before the body`);
          controller.error(new BodyCut('The connection ended before the body', { cause }));
        });
      },
      pull: () => void message.resume(),
      cancel() {
        message.removeAllListeners('data').removeAllListeners('end').resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  );
}

/** Streams the answer. Ends the connection after an incomplete body, whose rest would look like a request. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  if (response.closed) return await answer.body?.cancel().catch(() => {});
  if (!response.req.complete) response.setHeader('connection', 'close');
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.writeHead(answer.status);
  if (!answer.body || response.req.method === 'HEAD') {
    void answer.body?.cancel().catch(() => {});
    response.end();
    return;
  }
  await pour(answer.body, response);
}

async function pour(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const gone = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')));
  for (;;) {
    const read = await Promise.race([reader.read(), gone]);
    if (read === 'gone') return await reader.cancel().catch(() => {});
    if (read.done) break;
    const isRoom = response.write(read.value);
    if (!isRoom) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), gone]);
  }
  response.end();
}

/** A web stream of an iterable, read on demand. Canceling it ends the iterable. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
