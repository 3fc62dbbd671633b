import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Driver, startProgram, until, WINDOW } from './driver.ts';

/** Opens Firefox without its window, and speaks WebDriver BiDi with it (w3.org/TR/webdriver-bidi). */
export async function openFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const { output, stop } = startProgram(program, args);
  const close = async () => {
    await stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const address = await until('Firefox starts', async () => /BiDi listening on (ws:\S+)/.exec(output())?.[1]);
    const send = await connect(`${address}/session`);
    await send('session.new', { capabilities: {} });
    const { contexts } = await send<{ contexts: [{ context: string }] }>('browsingContext.getTree', {});
    const [{ context }] = contexts;
    await send('browsingContext.setViewport', { context, viewport: WINDOW });
    return driver(send, context, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function driver(send: Send, context: string, close: () => Promise<void>): Driver {
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async call(run, ...given) {
      const expression = `JSON.stringify((${run})(...${JSON.stringify(given)}) ?? null)`;
      const asked = { expression, target: { context }, awaitPromise: false };
      const { result, exceptionDetails } = await send<Returned>('script.evaluate', asked);
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    act: (actions) => send('input.performActions', { context, actions }),
    async giveFiles(selector, files) {
      const locator = { type: 'css', value: selector };
      const { nodes } = await send<{ nodes: object[] }>('browsingContext.locateNodes', { context, locator });
      await send('input.setFiles', { context, element: nodes[0], files });
    },
    close,
  };
}

interface Returned {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Resolves to the command's result. Rejects with what the browser complains of. */
type Send = <Result = void>(method: string, params: object) => Promise<Result>;

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let count = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      socket.addEventListener('message', function hear({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        if (answer.type === 'success') resolve(answer.result);
        else reject(new Error(`${method}: ${answer.error} ${answer.message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
