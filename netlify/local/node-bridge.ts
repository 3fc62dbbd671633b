import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A request that no function sees: 400 when it cannot be understood (RFC 9112, 3.2), 421 when it is for another server
 * (RFC 9110, 15.5.20).
 */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly status: 400 | 421;

  constructor(message: string, status: 400 | 421 = 400) {
    super(message);
    this.status = status;
  }
}

/** Whether a name that a client used for this server is one of its own. */
export type OwnNames = (hostname: string, message: IncomingMessage) => boolean;

/**
 * The names of a server that listens on `listensOn`: this machine's (RFC 6761, 6.3), the address that the connection
 * came in by, and that of the site. Under any other name another site's page may be asking (DNS rebinding).
 */
export function ownNames(listensOn: string, siteUrl: string | undefined): OwnNames {
  const site = siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).hostname : null;
  return (hostname, { socket }) => {
    const address = hostname.replace(/^\[|\]$/g, '');
    if (/^(?:.+\.)?localhost$/.test(hostname) || /^127\.[\d.]+$/.test(address) || address === '::1') return true;
    return [listensOn, socket.localAddress?.replace('::ffff:', ''), site].includes(address);
  };
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Methods that `fetch` does not let a `Request` have, nor any address of ours. */
const IMPOSSIBLE = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The web request that an incoming message stands for, under the host name that the client used. Throws `BadRequest`. */
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

/** Only HTTP/1.0 comes without a host: Node itself refuses HTTP/1.1 so. */
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
 * The body, streamed as it is read. Node's own `Readable.toWeb` closes the connection when a function stops reading,
 * and with it the answer: here what is left is let run out, so that a refusal (413) reaches the client.
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
        message.once('error', (error) => controller.error(error));
      },
      pull: () => void message.resume(),
      cancel() {
        message.removeAllListeners('data').removeAllListeners('end').resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  );
}

/**
 * Writes the answer as it streams, no faster than the client reads. A client that leaves ends only the sending. A request
 * that was answered before its body had come ends its connection: what is left of the body would be read as the next
 * request.
 */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
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

/** A web stream of what an iterable yields, read only as fast as it is consumed; cancelling it ends the iterable. */
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
