import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Driver, until, WINDOW } from './driver.ts';

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
}

/** Opens Firefox without its window, and speaks WebDriver BiDi with it (w3.org/TR/webdriver-bidi). */
export async function openFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const close = async () => {
    await ended(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const connection = await Connection.open(await addressOf(child));
    const { capabilities } = await connection.send('session.new', { capabilities: {} });
    const { browserVersion } = capabilities as { browserVersion: string };
    const { contexts } = await connection.send('browsingContext.getTree', {});
    const [first] = contexts as { context: string }[];
    const context = first?.context ?? '';
    await connection.send('browsingContext.setViewport', { context, viewport: WINDOW });
    return driver(`Firefox ${browserVersion}`, connection, context, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function driver(name: string, connection: Connection, context: string, close: () => Promise<void>): Driver {
  const run = async (functionDeclaration: string, given: string) => {
    const { result, exceptionDetails } = (await connection.send('script.callFunction', {
      functionDeclaration,
      arguments: [{ type: 'string', value: given }],
      target: { context },
      awaitPromise: true,
    })) as { result?: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } };
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result ?? {};
  };
  return {
    name,
    open: async (url) => void (await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async call(asked, ...given) {
      const source = `(given) => JSON.stringify((${asked})(...JSON.parse(given)) ?? null)`;
      return JSON.parse((await run(source, JSON.stringify(given))).value ?? 'null');
    },
    act: async (actions) => void (await connection.send('input.performActions', { context, actions })),
    async giveFiles(selector, files) {
      const { sharedId } = await run('(selector) => document.querySelector(selector)', selector);
      await connection.send('input.setFiles', { context, element: { sharedId }, files });
    },
    close,
  };
}

/** Commands and their answers over one socket. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer: Answer = JSON.parse(String(data));
      this.#waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    return new Connection(socket);
  }

  /** Throws what the browser complains of. */
  async send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#count;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result = {}, error, message } = await answered;
    this.#waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${error} ${message}`);
    return result;
  }
}

/** Where the browser listens, as it says itself. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  return await until('Firefox starts', async () => /BiDi listening on (ws:\S+)/.exec(output)?.[1]);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
