import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loggedPath } from '#lib/logged-path';
import type { Caller } from './functions.ts';
import { type LoadedFunction, loadFunctions } from './function-module.ts';
import { type Functions, serveFunctions } from './functions.ts';
import { serveImages } from './images.ts';
import { BadRequest, type OwnNames, ownNames, sendResponse, toRequest } from './node-bridge.ts';
import { openSite, readSiteRules, type Site } from './site.ts';

/** What a host serves. */
export interface HostSources {
  /** The built site. */
  readonly dist: string;
  readonly functionsDir: string;
  /** `netlify.toml`. */
  readonly configFile: string;
}

export interface ListenOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly hostname?: string;
  /** Variables for the functions, set in `process.env`; `DATA_DIR` also holds the resized pictures. */
  readonly env?: Record<string, string | undefined>;
}

export type HostOptions = HostSources & ListenOptions;

export interface Host {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets what runs finish (ten seconds at most), then resolves. */
  close(): Promise<void>;
}

const MAX_CLOSE_MS = 10_000;

/** Serves the site, its functions and its pictures as Netlify does, in this process. Rejects when the port is taken. */
export async function startHost(options: HostOptions): Promise<Host> {
  return await (await loadHost(options))(options);
}

/** Loads all that a host needs: what comes back starts one. A second one after it begins with warm files. */
export async function loadHost(sources: HostSources): Promise<(options: ListenOptions) => Promise<Host>> {
  const [functions, rules] = await Promise.all([
    loadFunctions(sources.functionsDir),
    readSiteRules(sources.configFile),
  ]);
  const site = openSite(sources.dist, rules);
  return (options) => serve(functions, site, options);
}

async function serve(loaded: readonly LoadedFunction[], site: Site, options: ListenOptions): Promise<Host> {
  const hostname = options.hostname ?? '127.0.0.1';
  Object.assign(process.env, options.env);
  const functions = serveFunctions(loaded);
  const answer = answerer(functions, site);
  const isOwnName = ownNames(hostname, process.env['SITE_URL']);
  const server = createServer(
    serverLimits,
    (message, response) => void handle(message, response, { answer, isOwnName }),
  );
  await listen(server, options.port, hostname);
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : options.port;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${hostname}:${port}`,
    port,
    close: () => {
      closing ??= close(server, functions);
      return closing;
    },
  };
}

/**
 * A client that sends its headers or body too slowly is cut off; a film on a slow line is not. An idle
 * connection is kept for as long as a visitor may pause, so that it is not closed under the next request. All in milliseconds.
 */
const serverLimits = {
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

type Answer = (request: Request, caller: Caller) => Promise<Response>;

/** Pictures, then functions, then files: the order of Netlify's. */
function answerer(functions: Functions, site: Site): Answer {
  const content: Answer = async (request, caller) => (await functions.answer(request, caller)) ?? (await site(request));
  const images = serveImages({
    cacheDir: path.resolve(process.env['DATA_DIR'] || '.data', 'images'),
    source: (address, caller) => content(new Request(address), caller),
  });
  return async (request, caller) => (await images(request, caller)) ?? (await content(request, caller));
}

async function handle(
  message: IncomingMessage,
  response: ServerResponse,
  { answer, isOwnName }: { answer: Answer; isOwnName: OwnNames },
): Promise<void> {
  response.on('error', () => {}); // A client that left while we wrote: nothing to tell, and nobody to tell it to.
  try {
    const request = toRequest(message, isOwnName);
    await sendResponse(await answer(request, { ip: message.socket.remoteAddress ?? '' }), response);
  } catch (error) {
    fail(message, response, error);
  }
}

function fail(message: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!(error instanceof BadRequest)) console.error(`${message.method} ${loggedPath(message.url ?? '')} failed`, error);
  if (response.headersSent) return void response.destroy();
  const isBad = error instanceof BadRequest;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  if (!message.complete) response.setHeader('connection', 'close');
  response.writeHead(isBad ? error.status : 500, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ error: isBad ? error.message : 'Something went wrong on our side. Please try again.' }),
  );
}

function listen(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: hostname, backlog: 2048 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server, functions: Functions): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), MAX_CLOSE_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(late);
  await Promise.race([functions.settled(), delay(MAX_CLOSE_MS, undefined, { ref: false })]);
}
