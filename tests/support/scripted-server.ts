import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** A request over the wire. */
interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The server's answer to a request. */
export interface Scripted {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** The answer waits for this. */
  readonly after?: Promise<unknown>;
  /** The connection is cut instead. */
  readonly cut?: boolean;
  /** The headers come, but never the whole body. */
  readonly stalls?: boolean;
}

/** An HTTP server for one test file. `script` sets a path's answers in order; the last one stays. */
export function scriptedServer() {
  const heard: Heard[] = [];
  const scripts = new Map<string, Scripted[]>();
  const server = createServer((request, response) => void handle(request, response));
  let origin = '';

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    let body = '';
    for await (const part of request) body += String(part);
    heard.push({ method: request.method ?? '', path, headers: request.headers, body });
    const script = scripts.get(path) ?? [];
    const answer = (script.length > 1 ? script.shift() : script[0]) ?? { status: 404 };
    await answer.after;
    if (answer.cut) request.socket.destroy();
    else write(response, answer);
  }

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    heard.length = 0;
    scripts.clear();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    heard,
    origin: () => origin,
    script: (path: string, ...answers: Scripted[]) => void scripts.set(path, answers),
  };
}

function write(response: ServerResponse, { status = 200, statusText, headers, body, stalls }: Scripted): void {
  const text = (typeof body === 'string' ? body : JSON.stringify(body)) ?? '';
  if (statusText === '') {
    // As in HTTP/2, without a status text: Node would fill in its own.
    response.socket?.end(`HTTP/1.1 ${status} \r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return;
  }
  if (statusText) response.statusMessage = statusText;
  // Closed after each answer, so that no test gets a dead connection of another.
  response.writeHead(status, { Connection: 'close', ...headers });
  if (stalls) response.write('{');
  else response.end(text);
}
