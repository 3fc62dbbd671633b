import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Driver, startProgram, until, WINDOW } from './driver.ts';

/** Opens WebKitGTK's own little browser by WebKitWebDriver, and speaks WebDriver with it (w3.org/TR/webdriver2). */
export async function openWebKit(program: string): Promise<Driver> {
  const port = await freePort();
  const { stop } = startProgram(program, [`--port=${port}`]);
  const address = `http://127.0.0.1:${port}`;
  try {
    await until('WebKitWebDriver starts', async () => (await fetch(`${address}/status`)).ok);
    const { sessionId } = await send<{ sessionId: string }>(`${address}/session`, { capabilities: {} });
    const session = `${address}/session/${sessionId}`;
    const post = <Value = void>(command: string, body: object) => send<Value>(`${session}/${command}`, body);
    await post('window/rect', { x: 0, y: 0, ...WINDOW });
    return {
      open: (url) => post('url', { url }),
      call: (run, ...args) => post('execute/sync', { script: `return (${run})(...arguments)`, args }),
      act: (actions) => post('actions', { actions }),
      async giveFiles(selector, paths) {
        const [element] = Object.values(await post<object>('element', { using: 'css selector', value: selector }));
        await post(`element/${element}/value`, { text: paths.join('\n') });
      },
      close: () => fetch(session, { method: 'DELETE' }).then(stop, stop),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws what the driver complains of. */
async function send<Value>(address: string, body: object): Promise<Value> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${address}: ${value.error} ${value.message}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
