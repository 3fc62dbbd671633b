import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SiteOrder, SiteReport } from './shared-host.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** A tenth of a second each. */
const PORT_TRIES = 300;

/** The whole site in its own process. A test can stop, kill and restart it on the same port and data. */
export class SiteProcess {
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  #port = 0;
  #child: ChildProcess | null = null;
  /** The owner of the process, if that is a `SharedHost`. */
  #host: SharedHost | null = null;
  #output = '';

  private constructor(dataDir: string, env: Record<string, string>) {
    this.dataDir = dataDir;
    this.#env = env;
  }

  /** Starts the built site on a free port with empty data and `env`. */
  static async open(env: Record<string, string> = {}): Promise<SiteProcess> {
    const site = new SiteProcess(await mkdtemp(path.join(tmpdir(), 'site-data-')), env);
    await site.start();
    return site;
  }

  /** A second process of a site on the same data. Close the first one last. */
  static async beside(first: SiteProcess): Promise<SiteProcess> {
    const site = new SiteProcess(first.dataDir, first.#env);
    await site.start();
    return site;
  }

  /** The built site in a shared host's process, at `port` if free. */
  static async within(host: SharedHost, env: Record<string, string> = {}, port = 0): Promise<SiteProcess> {
    const site = new SiteProcess(await mkdtemp(path.join(tmpdir(), 'site-data-')), env);
    const order: SiteOrder = { env: { ...env, DATA_DIR: site.dataDir }, port };
    site.#port = await host.open(order, (text) => (site.#output += text));
    site.#host = host;
    return site;
  }

  /** The same after a restart. */
  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The output of all its processes so far. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when the site answers. If it ends instead, throws with its output. */
  async start(): Promise<void> {
    if (this.#child) throw new Error('The site runs already');
    for (let tries = 0; tries < PORT_TRIES; tries += 1) {
      const port = await this.#run();
      if (port > 0) {
        this.#port = port;
        return;
      }
      await pause(100);
    }
    throw new Error(`The site did not start: ${this.#output}`);
  }

  /** Resolves to its port, or to 0 if another test's server has the former port for a while. */
  async #run(): Promise<number> {
    const child = spawn(process.execPath, [path.join(root, 'netlify/local/main.ts')], {
      env: { ...process.env, ...this.#env, PORT: String(this.#port), DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const port = await this.#listening(child);
    if (!port) this.#child = null;
    return port;
  }

  #listening(child: ChildProcess): Promise<number> {
    const before = this.#output.length;
    return new Promise((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        this.#output += chunk.toString();
        const port = /http:\/\/localhost:(\d+)\n/.exec(this.#output.slice(before))?.[1];
        if (port) resolve(Number(port));
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('close', () => {
        if (/Port \d+ is taken/.test(this.#output.slice(before))) resolve(0);
        else reject(new Error(`The site did not start: ${this.#output}`));
      });
    });
  }

  /** Lets running work finish; resolves to the exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Ends it at once, whatever it does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill(signal);
    return await ended;
  }

  /** Ends it and removes its data. */
  async close(): Promise<void> {
    if (this.#host) await this.#host.open(null);
    else await this.kill();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A process that serves one test's site after the other, so that no test need start one. */
export class SharedHost {
  #child: ChildProcess | null = null;
  #hear: (text: string) => void = () => {};

  /** Ends the last site and opens the next; `hear` gets its output. Starts the process if needed. */
  async open(order: SiteOrder, hear: (text: string) => void = () => {}): Promise<number> {
    const child = isRunning(this.#child) ? this.#child : await this.#start();
    this.#hear = hear;
    child.send({ order });
    return await reported(child);
  }

  async #start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'shared-host.ts')], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => this.#hear(String(chunk)));
    this.#child = child;
    await reported(child);
    return child;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
  }
}

function isRunning(child: ChildProcess | null): child is ChildProcess {
  return child?.exitCode === null && child.signalCode === null;
}

/** Resolves to the next reported port. */
async function reported(child: ChildProcess): Promise<number> {
  const either = new AbortController();
  const exit = once(child, 'exit', either).then(([code]) => ({ error: `The host ended with ${code}` }));
  const report = once(child, 'message', either).then(([done]: SiteReport[]) => done);
  const done = await Promise.race([report, exit]).finally(() => either.abort());
  if (!done || 'error' in done) throw new Error(done?.error);
  return done.port;
}
