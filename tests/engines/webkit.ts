import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Driver, until, WINDOW } from './driver.ts';

/** What the driver says of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export interface WebKitPrograms {
  /** WebKitWebDriver. */
  readonly driver: string;
  /** WebKitGTK's own little browser. */
  readonly browser: string;
}

/** Opens WebKitGTK's browser, and speaks WebDriver with it (w3.org/TR/webdriver2). */
export async function openWebKit({ driver: program, browser }: WebKitPrograms): Promise<Driver> {
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`], { stdio: 'ignore' });
  const close = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await until('WebKitWebDriver starts', async () => (await fetch(`${address}/status`)).ok);
    const options = { binary: browser, args: ['--automation'] };
    const asked = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } };
    const { sessionId, capabilities } = await send<Session>(`${address}/session`, 'POST', asked);
    const session = `${address}/session/${sessionId}`;
    await send(`${session}/window/rect`, 'POST', { x: 0, y: 0, ...WINDOW });
    const end = () => send(session, 'DELETE').then(close, close);
    return driver(`WebKitGTK ${capabilities.browserVersion}`, session, end);
  } catch (error) {
    await close();
    throw error;
  }
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

function driver(name: string, session: string, close: () => Promise<void>): Driver {
  const post = <Value>(command: string, body: object) => send<Value>(`${session}/${command}`, 'POST', body);
  return {
    name,
    open: async (url) => void (await post('url', { url })),
    call: (asked, ...args) => post('execute/sync', { script: `return (${asked})(...arguments)`, args }),
    act: async (actions) => void (await post('actions', { actions })),
    async giveFiles(selector, paths) {
      const found = await post<Record<string, string>>('element', { using: 'css selector', value: selector });
      await post(`element/${found[ELEMENT]}/value`, { text: paths.join('\n') });
    },
    close,
  };
}

/** Throws what the driver complains of. */
async function send<Value>(address: string, method: string, body?: object): Promise<Value> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${address}: ${value.error} ${value.message}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
