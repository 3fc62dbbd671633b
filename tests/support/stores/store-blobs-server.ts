import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setEnvironmentContext } from '@netlify/blobs';
import { BlobsServer } from '@netlify/blobs/server';
import * as z from 'zod/mini';

/**
 * Netlify's local Blobs server for this process's functions. A proxy corrects its differences to the platform:
 * - it listens on every interface: the proxy listens on 127.0.0.1;
 * - its conditional writes read first and write later: the proxy passes one request at a time;
 * - its etags are the files' times in whole ms: the proxy gives each written file its own time;
 * - it sends an etag only in listings: the proxy adds it to reads. The proxy also splits listings into pages.
 */
export interface LocalBlobs {
  /** The next writes happen, but their answers are lost. */
  loseAnswers(count: number): void;
  /** Requests now get this status or no answer; `null` ends that. */
  failWith(failure: number | 'silence' | null): void;
  close(): Promise<void>;
}

const TOKEN = 'local';
const PAGE = 20;

export async function startLocalBlobs(): Promise<LocalBlobs> {
  const directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  const blobs = new BlobsServer({ directory, token: TOKEN });
  const proxy = new BlobsProxy(blobs);
  const server = createServer((request, response) => void proxy.answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  blobs['address'] = url;
  setEnvironmentContext({ siteID: 'site', token: TOKEN, edgeURL: url, uncachedEdgeURL: url });
  return {
    loseAnswers: (count) => {
      proxy.answersToLose = count;
    },
    failWith: (failure) => {
      proxy.failure = failure;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const Listing = z.object({ blobs: z.array(z.looseObject({ key: z.string(), etag: z.string() })) });

class BlobsProxy {
  answersToLose = 0;
  failure: number | 'silence' | null = null;
  readonly #blobs: BlobsServer;
  /** ms since the epoch, of the last written file. */
  #written = Date.now();
  #before: Promise<unknown> = Promise.resolve();

  constructor(blobs: BlobsServer) {
    this.#blobs = blobs;
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await webRequest(incoming);
    if (this.failure === 'silence') return;
    const turn = this.#before.then(() => this.#inTurn(request));
    this.#before = turn.catch(() => undefined);
    const answer = await turn;
    if (request.method === 'PUT' && this.answersToLose > 0) {
      this.answersToLose -= 1;
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  }

  async #inTurn(request: Request): Promise<Response> {
    if (this.failure !== null) return new Response(null, { status: Number(this.failure) });
    const answer = await this.#blobs['handleRequest'](request);
    if (!answer.ok || (request.method !== 'PUT' && request.method !== 'GET')) return answer;
    if (isListing(request)) return paged(request, answer);
    const { dataPath = '' } = this.#blobs['getLocalPaths'](new URL(request.url));
    if (request.method === 'PUT') {
      this.#written += 1;
      await utimes(dataPath, this.#written / 1000, this.#written / 1000);
    }
    answer.headers.set('etag', await BlobsServer['generateETag'](dataPath));
    return answer;
  }
}

/** `/<site>/<store>`, without a key. */
function isListing(request: Request): boolean {
  return new URL(request.url).pathname.split('/').length === 3;
}

/** Cuts a listing into pages. The cursor counts the entries so far. */
async function paged(request: Request, answer: Response): Promise<Response> {
  const { blobs } = Listing.parse(await answer.json());
  const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
  const to = from + PAGE;
  return Response.json({ blobs: blobs.slice(from, to), ...(to < blobs.length && { next_cursor: String(to) }) });
}

async function webRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
  const body = await buffer(incoming);
  const method = incoming.method ?? 'GET';
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
  return new Request(url, { method, headers, ...(body.byteLength > 0 && { body: new Uint8Array(body) }) });
}
