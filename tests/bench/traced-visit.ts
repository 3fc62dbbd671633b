import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium } from '../../scripts/chromium.ts';

/** What Chromium writes into a trace, of which a part is asked for; times are µs. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly data?: { readonly url?: string; readonly type?: string; readonly functionName?: string } };
}

/** Asks DevTools for one thing and resolves to its answer. Rejects with what DevTools says against it. */
export type Devtools = (method: string, params?: object) => Promise<unknown>;

const CATEGORIES = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline,loading,blink.user_timing';

/**
 * What a new Chromium does during a visit of a page, as its trace has it. It is a visitor's: Playwright and Lighthouse turn
 * on DevTools' `Runtime`, and then Chromium finds the places of all functions of a file that makes an `Error`, which for
 * React's file takes longer than all else that it does when it starts.
 */
export async function traceVisit(visit: (devtools: Devtools) => Promise<void>): Promise<TraceEvent[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-'));
  const file = path.join(folder, 'trace.json');
  const browser = spawn(await ensureChromium(), [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    `--trace-startup=${CATEGORIES}`,
    `--trace-startup-file=${file}`,
    '--trace-startup-format=json',
    '--trace-startup-duration=0',
    'about:blank',
  ]);
  const ended = once(browser, 'exit');
  try {
    const connection = await connect(browser);
    await visit(await attach(connection));
    // It writes the trace when it closes.
    await connection('Browser.close');
    await ended;
    return (JSON.parse(await readFile(file, 'utf8')) as { traceEvents: TraceEvent[] }).traceEvents;
  } finally {
    browser.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}

type Connection = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function connect(browser: ChildProcess): Promise<Connection> {
  const socket = new WebSocket(await addressOf(browser));
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error } = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
    waiting.delete(id);
  });
  const ended = new Promise<never>((_, reject) => {
    socket.addEventListener('close', () => reject(new Error('Chromium ended')));
  });
  // It may end between two questions, when nobody waits for an answer: the next one hears of it.
  ended.catch(() => undefined);
  let last = 0;
  return (method, params = {}, sessionId) => {
    const id = ++last;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(id, asked);
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return Promise.race([asked.promise, ended]);
  };
}

/** Which Chromium prints when it listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium has no standard error');
  for await (const line of createInterface(stderr)) {
    const [address] = /ws:\S+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Chromium ended before it listened');
}

async function attach(connection: Connection): Promise<Devtools> {
  const { targetInfos } = (await connection('Target.getTargets')) as {
    targetInfos: readonly { readonly targetId: string; readonly type: string }[];
  };
  const target = targetInfos.find(({ type }) => type === 'page');
  const { sessionId } = (await connection('Target.attachToTarget', { targetId: target?.targetId, flatten: true })) as {
    sessionId: string;
  };
  return (method, params) => connection(method, params, sessionId);
}
