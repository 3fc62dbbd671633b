import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loggedPath } from '#lib/logged-path';
import { protection } from '#lib/protection';
import { type LoadedFunction, loadFunctions } from './function-module.ts';
import { type Caller, type Functions, OUR_FAULT, serveFunctions } from './functions.ts';
import { serveImages } from './images.ts';
import { BadRequest, type OwnNames, ownNames, sendResponse, toRequest } from './node-bridge.ts';
import { openSite, readSiteRules, type Site } from './built-site.ts';
import { LOCAL_DRIVER_FILE } from '#server/env';

export interface HostSources {
  readonly dist: string;
  readonly functionsDir: string;
  /** Path of `netlify.toml`. */
  readonly configFile: string;
}

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Variables for the functions, set in `process.env`. `DATA_DIR` also holds the resized pictures. */
  readonly env?: Record<string, string | undefined>;
}

export type HostOptions = HostSources & ListenOptions;

export interface Host {
  readonly url: string;
  readonly port: number;
  /** Stops accepting connections and waits for running calls, at most ten seconds. */
  close(): Promise<void>;
  readonly runDue: Functions['runDue'];
}

const LOOPBACK = '127.0.0.1';
const MAX_CLOSE_MS = 10_000;

/** Serves the site, its functions and pictures as Netlify does. Rejects if the port is taken. */
export async function startHost(options: HostOptions): Promise<Host> {
  return await (await loadHost(options))(options);
}

/** Loads the sources. Returns a function that starts a host; a second host reuses the loaded files. */
export async function loadHost(sources: HostSources): Promise<(options: ListenOptions) => Promise<Host>> {
  const [functions, rules] = await Promise.all([
    loadFunctions(sources.functionsDir),
    readSiteRules(sources.configFile),
  ]);
  const site = openSite(sources.dist, rules);
  const driver = { LOCAL_STORE_DRIVER: path.resolve(sources.functionsDir, LOCAL_DRIVER_FILE) };
  return (options) => serve(functions, site, { ...options, env: { ...driver, ...options.env } });
}

async function serve(loaded: readonly LoadedFunction[], site: Site, options: ListenOptions): Promise<Host> {
  Object.assign(process.env, options.env);
  const functions = serveFunctions(loaded);
  const answer = answerer(functions, site);
  const isOwnName = ownNames(process.env['SITE_URL']);
  const server = createServer(WAITS, (message, response) => void handle(message, response, { answer, isOwnName }));
  server.listen({ port: options.port, host: LOOPBACK, backlog: 2048 });
  // Rejects if the port is taken.
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : options.port;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${LOOPBACK}:${port}`,
    port,
    runDue: functions.runDue,
    close: () => {
      closing ??= close(server, functions);
      return closing;
    },
  };
}

/** In ms. A slow upload may take as long as it likes, and a browser keeps its connection between two pages. */
const WAITS = { requestTimeout: 0, keepAliveTimeout: 60_000 };

type Answer = (request: Request, caller: Caller) => Promise<Response>;

/** Netlify's order: pictures, functions, files. */
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
  response.on('error', () => {}); // The client has left.
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
  response.writeHead(isBad ? error.status : 500, { ...protection, 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: isBad ? error.message : OUR_FAULT }));
}

async function close(server: Server, functions: Functions): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), MAX_CLOSE_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(late);
  await Promise.race([functions.settled(), delay(MAX_CLOSE_MS, undefined, { ref: false })]);
}
