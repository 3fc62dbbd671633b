import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
/** A tenth of a second each. */
const PORT_TRIES = 300;

/** The whole site in a process of its own, which a test can stop, kill and start again on the same port and data. */
export class SiteProcess {
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  readonly #args: readonly string[];
  #port = 0;
  #child: ChildProcess | null = null;
  #output = '';

  private constructor(dataDir: string, env: Record<string, string>, args: readonly string[]) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#args = args;
  }

  /**
   * Starts the built site on a free port with an empty data folder; `env` is added to the environment. With `--api`
   * among the arguments it is the functions alone, which need no build.
   */
  static async open(env: Record<string, string> = {}, args: readonly string[] = []): Promise<SiteProcess> {
    const site = new SiteProcess(await mkdtemp(path.join(tmpdir(), 'site-data-')), env, args);
    await site.start();
    return site;
  }

  /** A second process of the same site on the same data, as a platform starts them. Close the first one last. */
  static async beside(first: SiteProcess): Promise<SiteProcess> {
    const site = new SiteProcess(first.dataDir, first.#env, first.#args);
    await site.start();
    return site;
  }

  /** The same from start to start. */
  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** All that the processes so far have written. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when the site answers. Throws with its output when it ends instead. */
  async start(env: Record<string, string> = {}): Promise<void> {
    if (this.#child) throw new Error('The site runs already');
    for (let tries = 0; tries < PORT_TRIES; tries += 1) {
      const port = await this.#run(env);
      if (port > 0) {
        this.#port = port;
        return;
      }
      await pause(100);
    }
    throw new Error(`The site did not start: ${this.#output}`);
  }

  /**
   * Resolves to its port, or to 0 when somebody else has got the port of the run before: another test's server, for
   * whom any free one was good enough, and who will go.
   */
  async #run(env: Record<string, string>): Promise<number> {
    const child = spawn(process.execPath, [path.join(root, 'netlify/local/main.ts'), ...this.#args], {
      env: { ...process.env, ...this.#env, ...env, PORT: String(this.#port), DATA_DIR: this.dataDir },
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

  /** Lets what runs finish; resolves to the exit code. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Ends it at once, in the middle of whatever it does. */
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

  /** Ends the process and removes its data. */
  async close(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
