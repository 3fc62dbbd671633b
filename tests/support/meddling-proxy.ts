import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request with its answer's status and body, if it was not cut. */
interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  status?: number;
  answer?: string;
}

/** A change to a request's passage. */
export type Meddling =
  | { readonly answer: { readonly status: number; readonly body: unknown } }
  /** The request arrives, but its answer is lost. */
  | { readonly loseAnswer: true }
  /** The request never arrives. */
  | { readonly cut: true }
  /** The request arrives, and the answer waits for this. */
  | { readonly holdAnswer: Promise<unknown> };

interface Watched {
  readonly prefix: string;
  readonly decide: (headers: IncomingMessage['headers']) => Meddling | undefined | Promise<Meddling | undefined>;
}

/**
 * An HTTP proxy before the host: passes everything on, byte for byte, unless told otherwise. `meddle` sets the fates of
 * a path's next requests, `always` of all. Listens at `preferredPort` if free.
 */
export async function meddlingProxy(target: () => number, preferredPort = 0) {
  const passed: Passed[] = [];
  const next = new Map<string, Meddling[]>();
  const always = new Map<string, Meddling>();
  let watched: Watched | null = null;
  /** A page's dozen requests share connections. */
  const agent = new Agent({ keepAlive: true });

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => request.socket.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await buffer(request);
    // No test reads the passage of a page's files.
    const isWatched = watched !== null && path.startsWith(watched.prefix);
    const entry = path.startsWith('/api/') && !isWatched ? passage(request, body) : null;
    if (entry) passed.push(entry);
    const decided = isWatched ? await watched?.decide(request.headers) : undefined;
    const meddling = decided ?? next.get(path)?.shift() ?? always.get(path);
    if (meddling && 'cut' in meddling) return void request.socket.destroy();
    const answer =
      meddling && 'answer' in meddling
        ? made(meddling.answer)
        : await forward(request, body, { port: target(), agent });
    if (meddling && 'holdAnswer' in meddling) await meddling.holdAnswer;
    if (meddling && 'loseAnswer' in meddling) return void request.socket.destroy();
    if (entry) Object.assign(entry, { status: answer.status, answer: answer.body.toString() });
    // A browser repeats a request by itself when a used connection breaks.
    const headers = watched ? { ...answer.headers, connection: 'close' } : answer.headers;
    response.writeHead(answer.status, headers).end(answer.body);
  }

  // As the host's: a test's own request, sent just when a connection that has rested is closed, would be reset.
  server.keepAliveTimeout = 60_000;
  await listen(server, preferredPort).catch(() => listen(server, 0));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    passed,
    to: (path: string) => passed.filter((entry) => entry.path === path),
    meddle: (path: string, ...meddlings: Meddling[]) => void next.set(path, meddlings),
    always: (path: string, meddling: Meddling) => void always.set(path, meddling),
    /**
     * Asks `decide` about requests below `prefix`; `undefined` lets one pass. For bodies too large for `page.route`.
     */
    watch(prefix: string, decide: Watched['decide']): void {
      watched = { prefix, decide };
      server.closeIdleConnections();
    },
    /** Forgets all requests and lets everything pass. */
    calm(): void {
      passed.length = 0;
      next.clear();
      always.clear();
      watched = null;
    },
    close: () => {
      agent.destroy();
      return close(server);
    },
  };
}
export type MeddlingProxy = Awaited<ReturnType<typeof meddlingProxy>>;

const passage = ({ method = '', url: path = '/', headers }: IncomingMessage, body: Buffer): Passed => ({
  method,
  path,
  headers,
  body: body.toString(),
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function made({ status, body }: { status: number; body: unknown }): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  return { status, headers: { 'content-type': type }, body: Buffer.from(text) };
}

/** Rejects when the target does not answer; the caller is then cut off, too. */
function forward(
  request: IncomingMessage,
  body: Buffer,
  { port, agent }: { readonly port: number; readonly agent: Agent },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, url } = request;
    // The host header stays the proxy's, which the host takes for its own. Uncompressed, so that tests can read it.
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const onward = ask({ host: '127.0.0.1', port, path: url, method, headers, agent }, (response) => {
      const { statusCode: status = 0, headers: given } = response;
      buffer(response).then((bytes) => resolve({ status, headers: given, body: bytes }), reject);
    });
    onward.on('error', reject);
    onward.end(body);
  });
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
