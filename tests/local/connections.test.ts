import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '#local/host';
import { apiForTests } from '#tests/support/admin-api';
import { ask, logged, OURS, trialSite } from './trial-site.ts';

const api = apiForTests();

/** ms. */
const PATIENCE = { headers: 400, standstill: 800, check: 50 };
/** A loaded machine may take long for a step of a transfer, but not as long as six. */
const PATIENCE_WHILE_MOVING = { ...PATIENCE, standstill: 1500 };
const STEP = 250;
/** More than the kernel's buffers on both sides hold. */
const FILM_BYTES = 60_000_000;

const files = {
  'dist/index.html': 'home',
  'dist/film.mp4': new Uint8Array(FILM_BYTES),
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

/** ms until the server closes the connection: 0 if it has. */
async function lifeOf(socket: Socket): Promise<number> {
  const began = performance.now();
  socket.resume();
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return performance.now() - began;
}

const post = (length: number, what = 'POST /api/count', header = 'X: 1') =>
  `${what} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Length: ${length}\r\n\r\n`;

/** A connection that has sent 10 bytes of 100, which the server has begun to read. */
async function begun(site: Host, what: string, header?: string): Promise<Socket> {
  const socket = open(site, `${post(100, what, header)}0123456789`);
  await pause(50);
  return socket;
}

const idle: [what: string, text: string, limit: number][] = [
  ['sends nothing', '', PATIENCE.headers],
  ['does not end its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', PATIENCE.headers],
  ['lets its headers trickle in', 'GET / HTTP/1.1\r\n', PATIENCE.headers],
  ['stops in its body', `${post(100)}0123456789`, PATIENCE.standstill],
  ['asks nothing more', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', PATIENCE.standstill],
];

test('an idle or slow connection is closed, also one whose headers trickle in', async () => {
  logged();
  const site = await trialSite(files, { patience: PATIENCE });
  const lives = idle.map(async ([what, text]) => {
    const socket = open(site, text);
    const trickle = setInterval(() => what.includes('trickle') && socket.write('x: 1\r\n'), STEP);
    return await lifeOf(socket).finally(() => clearInterval(trickle));
  });
  for (const [index, life] of (await Promise.all(lives)).entries()) {
    const [what, , limit] = idle[index] ?? [];
    expect(life, what).toBeGreaterThan(Number(limit) * 0.9);
    // Node waits a second longer between two requests, and a busy machine longer still.
    expect(life, what).toBeLessThan(Number(limit) + 10_000);
  }
});

test('a reader that stops is cut off', async () => {
  const site = await trialSite(files, { patience: PATIENCE });
  const socket = open(site, 'GET /film.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  await once(socket, 'readable');
  // The server notices at the second look that nothing has moved.
  await pause(PATIENCE.standstill * 3);
  let heard = 0;
  socket.on('data', (bytes: Buffer) => (heard += bytes.length));
  socket.resume();
  await lifeOf(socket);
  expect(heard).toBeGreaterThan(0);
  expect(heard).toBeLessThan(FILM_BYTES);
});

test('a slow upload and a slow download that move are not cut, however long they take', async () => {
  const site = await trialSite(files, { patience: PATIENCE_WHILE_MOVING });
  const upload = open(site, post(10));
  const download = open(site, 'GET /film.mp4 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let read = 0;
  let allowed = 0;
  download.on('data', (bytes: Buffer) => {
    read += bytes.length;
    if (read > allowed) download.pause();
  });
  for (let step = 0; step < 10; step += 1) {
    upload.write('x');
    allowed += FILM_BYTES / 20;
    download.resume();
    await pause(STEP);
  }
  expect(String((await once(upload, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n10\r\n/);
  expect(read).toBeLessThan(FILM_BYTES);
  allowed = Number.POSITIVE_INFINITY;
  await lifeOf(download);
  expect(read).toBeGreaterThan(FILM_BYTES);
});

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
  const upload = new URL(await api.grant(await api.signIn()));
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
