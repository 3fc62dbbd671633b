import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '#local/host';
import { apiForTests } from '#tests/support/admin-api';
import { ask, logged, OURS, trialSite } from './trial-site.ts';

const api = apiForTests();

const files = {
  'dist/index.html': 'home',
  'functions/count.mjs': `export default async (request) => new Response(String((await request.bytes()).length));
    export const config = { path: '/api/count' };`,
};

/** A connection that has sent `text`. */
function open({ port }: Host, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

const post = (length: number, what = 'POST /api/count', header = 'X: 1') =>
  `${what} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Length: ${length}\r\n\r\n`;

/** A connection that has sent 10 bytes of 100, which the server has begun to read. */
async function begun(site: Host, what: string, header?: string): Promise<Socket> {
  const socket = open(site, `${post(100, what, header)}0123456789`);
  await pause(50);
  return socket;
}

const leavings: readonly (readonly [how: string, leave: (socket: Socket) => unknown])[] = [
  ['closes', (socket) => socket.end()],
  ['breaks', (socket) => socket.resetAndDestroy()],
];
const JSON_TYPE = 'Content-Type: application/json';
const bodies: readonly (readonly [method: string, target: string, header: string])[] = [
  ['POST', '/api/consultation-requests', JSON_TYPE],
  ['POST', '/api/auth/login', JSON_TYPE],
  ['POST', '/api/callback', 'Content-Type: application/x-www-form-urlencoded'],
  ['PUT', '{upload}', 'Content-Type: image/jpeg'],
];

test.each(leavings)('a body that ends early because the client %s is one line in the log', async (_, leave) => {
  const upload = new URL(await api.grant());
  const lines = logged();
  const site = await trialSite({}, { ...OURS, env: { DATA_DIR: api.dataDir } });
  for (const [method, target, header] of bodies) {
    const address = target.replace('{upload}', upload.pathname + upload.search);
    leave(await begun(site, `${method} ${address}`, header));
  }
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(bodies.length);
  expect((await ask(site, '/api/calendar/availability')).status).toBe(200);
  await site.close();
  const line = ([method, target]: (typeof bodies)[number]) =>
    `${method} ${target.replace('{upload}', upload.pathname)}: the connection ended before the body`;
  expect(lines.toSorted()).toEqual(bodies.map(line).toSorted());
});

test('so is one that a function does not catch', async () => {
  const lines = logged();
  const site = await trialSite(files);
  (await begun(site, 'POST /api/count')).end();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect((await ask(site, '/')).status).toBe(200);
  await site.close();
  expect(lines).toEqual(['POST /api/count: the connection ended before the body']);
});
