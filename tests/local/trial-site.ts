import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { type Host, type HostOptions, startHost } from '#local/host';

type Files = Record<string, string | Uint8Array>;

export interface TrialSite extends Host {
  /** The folder that holds `dist/`, `functions/` and `netlify.toml`. */
  readonly folder: string;
}

/** Our own functions and rules, for `trialSite`. */
export const OURS = { functionsDir: 'netlify/functions', configFile: 'netlify.toml' };

/** A local host over real files in a folder of its own; both are gone when the test ends. */
export async function trialSite(files: Files, options: Partial<HostOptions> = {}): Promise<TrialSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'trial-site-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'functions'));
  await writeFiles(folder, files);
  const host = await startHost({
    dist: path.join(folder, 'dist'),
    functionsDir: path.join(folder, 'functions'),
    configFile: path.join(folder, 'netlify.toml'),
    port: 0,
    env: { DATA_DIR: path.join(folder, 'data') },
    ...options,
  });
  onTestFinished(() => host.close());
  return { ...host, folder };
}

/** What is logged until the test ends. */
export function logged(): unknown[] {
  const lines: unknown[] = [];
  for (const level of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void lines.push(...words));
  onTestFinished(() => void vi.restoreAllMocks());
  return lines;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const location = path.join(folder, name);
    await mkdir(path.dirname(location), { recursive: true });
    await writeFile(location, content);
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface RawAsk {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array | string;
  /** Keeps the connection for the next call. */
  readonly agent?: Agent;
}

/** Sends the path as it is written and shows the answer as it is sent: neither tidied nor decompressed, unlike `fetch`. */
export function ask(
  site: Host,
  target: string,
  { method = 'GET', headers = {}, body, agent }: RawAsk = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: site.port, path: target, method, headers, agent: agent ?? false },
      (answer) => {
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The status of the answer to these bytes, which may be no HTTP. */
export async function answerTo({ port }: Host, bytes: string): Promise<number> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  const [heard] = await once(socket, 'data');
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(String(heard))?.[1]);
}
