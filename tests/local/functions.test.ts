import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { isDue, serveFunctions } from '../../netlify/local/functions.ts';
import { loadFunctions } from '../../netlify/local/function-module.ts';
import { answerTo, ask, logged, trialSite } from './trial-site.ts';

/** A function file: the handler's text, its config's, and what it needs before. */
function fn(handler: string, config: string, before = ''): string {
  return `${before}\nexport default ${handler};\nexport const config = ${config};\n`;
}

test('a function is found by its own path and excluded paths, before a file', async () => {
  const site = await trialSite({
    'functions/item.mjs': fn(
      '({ url }) => new Response(new URL(url).pathname)',
      `{ path: ['/api/item/:id', '/api/x/*'] }`,
    ),
    'dist/api/x/y.html': 'file',
    'functions/rest.ts': fn(
      '(): Response => new Response("rest")',
      `{ path: '/api/*', excludedPath: ['/api/item/:id', '/api/x/*'] }`,
    ),
  });
  const bodies = async (...addresses: string[]) =>
    Promise.all(addresses.map(async (address) => (await ask(site, address)).body.toString()));
  expect(await bodies('/api/item/a%20b', '/api/item/1/', '/api/x/y', '/api/other')).toEqual([
    '/api/item/a%20b',
    '/api/item/1/',
    '/api/x/y',
    'rest',
  ]);
});

test('four random megabytes arrive byte for byte, and go back so', async () => {
  const site = await trialSite({
    'functions/echo.mjs': fn('async (request) => new Response(await request.bytes())', `{ path: '/api/echo' }`),
  });
  const bytes = randomBytes(4 * 1024 * 1024);
  expect((await ask(site, '/api/echo', { method: 'PUT', body: bytes })).body.equals(bytes)).toBe(true);
});

test('a body and an answer stream: the second part is sent after the first was answered', async () => {
  const site = await trialSite({
    'functions/echo.mjs': fn('(request) => new Response(request.body)', `{ path: '/api/echo' }`),
  });
  const heard = await new Promise<string[]>((resolve, reject) => {
    const chunks: string[] = [];
    const outgoing = request({ port: site.port, host: '127.0.0.1', path: '/api/echo', method: 'POST' }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk.toString());
        if (chunks.length === 1) outgoing.end('second');
      });
      answer.on('end', () => resolve(chunks));
    });
    outgoing.on('error', reject);
    outgoing.write('first');
  });
  expect(heard).toEqual(['first', 'second']);
});

test.each([
  ['nothing of it', '() => new Response("no", { status: 413 })'],
  ['its beginning', 'async ({ body }) => { for await (const _ of body) return new Response("no", { status: 400 }); }'],
])('a connection whose request was refused after %s was read takes no other', async (_, handler) => {
  const site = await trialSite({
    'functions/small.mjs': fn(handler, `{ path: '/api/small' }`),
    'functions/whole.mjs': fn(
      'async (request) => new Response(String((await request.bytes()).length))',
      `{ path: '/api/whole' }`,
    ),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const body = randomBytes(3_000_000);
  const refused = await ask(site, '/api/small', { method: 'POST', body, agent });
  expect([refused.headers.connection, refused.body.toString()]).toEqual(['close', 'no']);
  const taken = await ask(site, '/api/whole', { method: 'POST', body, agent });
  expect([taken.headers.connection, taken.body.toString()]).toEqual(['keep-alive', '3000000']);
});

test.each([
  ['throws', `() => { throw new Error('broken') }`],
  ['rejects', `async () => { throw new Error('broken') }`],
  ['answers with something else', `() => 'text'`],
])('a function that %s is answered for with 500 and logged, and the host goes on', async (_, handler) => {
  const lines = logged();
  const site = await trialSite({
    'functions/bad.mjs': fn(handler, `{ path: '/api/bad' }`),
    'functions/good.mjs': fn(`() => new Response('good')`, `{ path: '/api/good' }`),
  });
  const answer = await ask(site, '/api/bad');
  expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([500, { error: expect.any(String) }]);
  expect(lines).toEqual([expect.stringContaining('/api/bad'), expect.any(Error)]);
  expect((await ask(site, '/api/good')).body.toString()).toBe('good');
});

test('an answer that breaks off in the middle is seen as broken, and the host goes on', async () => {
  const handler = `() => new Response(new ReadableStream({
    async start(controller) { controller.enqueue(new Uint8Array(10)); },
    pull(controller) { controller.error(new Error('broken')); },
  }), { headers: { 'content-length': '20' } })`;
  logged();
  const site = await trialSite({
    'functions/half.mjs': fn(handler, `{ path: '/api/half' }`),
    'dist/index.html': 'home',
  });
  await expect(ask(site, '/api/half')).rejects.toThrow();
  expect((await ask(site, '/')).status).toBe(200);
});

test('a long JSON answer is compressed, its ETag weak; a short one and a binary one are not', async () => {
  const site = await trialSite({
    'functions/long.mjs': fn(
      `() => Response.json('shade '.repeat(500), { headers: { etag: '"1"' } })`,
      `{ path: '/api/long' }`,
    ),
    'functions/short.mjs': fn(
      `() => new Response('{}', { headers: { 'content-type': 'application/json', 'content-length': '2' } })`,
      `{ path: '/api/short' }`,
    ),
    'functions/binary.mjs': fn(
      `() => new Response(new Uint8Array(5000), { headers: { 'content-type': 'video/mp4' } })`,
      `{ path: '/api/binary' }`,
    ),
  });
  const get = (address: string) => ask(site, address, { headers: { 'accept-encoding': 'br' } });
  const [long, short, binary] = await Promise.all(['/api/long', '/api/short', '/api/binary'].map(get));
  expect(long?.headers).toMatchObject({ 'content-encoding': 'br', etag: 'W/"1"', vary: 'Accept-Encoding' });
  expect(JSON.parse(brotliDecompressSync(long?.body ?? '').toString())).toHaveLength(3000);
  expect([short?.headers['content-encoding'], binary?.headers['content-encoding']]).toEqual([undefined, undefined]);
});

test('HEAD has the headers of the answer and no body; cookies are set one by one', async () => {
  const headers = `[['content-length', '5'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']]`;
  const site = await trialSite({
    'functions/head.mjs': fn(`() => new Response('12345', { headers: ${headers} })`, `{ path: '/api/h' }`),
  });
  const answer = await ask(site, '/api/h', { method: 'HEAD' });
  expect([answer.headers['content-length'], answer.body.length]).toEqual(['5', 0]);
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

test('a client that leaves ends neither its own call nor the host', async () => {
  const handler = `async (request, context) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await writeFile(process.env.DATA_DIR + '-done', request.signal.aborted ? 'aborted' : 'done');
    return new Response('x'.repeat(1_000_000));
  }`;
  const site = await trialSite({
    'functions/slow.mjs': fn(handler, `{ path: '/api/slow' }`, `import { writeFile } from 'node:fs/promises';`),
    'dist/index.html': 'home',
  });
  await new Promise<void>((resolve) => {
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n', () =>
        setTimeout(() => resolve(void socket.destroy()), 30),
      );
    });
  });
  expect((await ask(site, '/')).status).toBe(200);
  await site.close();
  expect(await readFile(path.join(site.folder, 'data-done'), 'utf8')).toBe('done');
});

test('closing takes no new call, and lets one that runs and what it left behind end', async () => {
  const handler = `async (request, context) => {
    globalThis.slowCallBegan = true;
    context.waitUntil(new Promise((resolve) => setTimeout(resolve, 200)).then(() => writeFile(process.env.DATA_DIR + '-later', 'done')));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return new Response('finished');
  }`;
  const site = await trialSite({
    'functions/slow.mjs': fn(handler, `{ path: '/api/slow' }`, `import { writeFile } from 'node:fs/promises';`),
  });
  const running = ask(site, '/api/slow');
  await expect.poll(() => Reflect.get(globalThis, 'slowCallBegan'), { interval: 5 }).toBe(true);
  const closing = site.close();
  await expect(ask(site, '/api/slow')).rejects.toThrow('ECONNREFUSED');
  expect((await running).body.toString()).toBe('finished');
  await closing;
  expect(await readFile(path.join(site.folder, 'data-later'), 'utf8')).toBe('done');
});

test('on one’s own machine all schedules run: each as often in a day as it says, and once for all that was missed', async () => {
  const day = Date.parse('2026-11-28T00:00:00Z');
  const times = new Map<string, number>();
  for (const { name, schedule } of await loadFunctions('netlify/functions')) {
    if (!schedule) continue;
    expect([name, isDue(schedule, day - DAY, day)]).toEqual([name, true]);
    for (let minute = day; minute < day + DAY; minute += MINUTE)
      times.set(name, (times.get(name) ?? 0) + Number(isDue(schedule, minute, minute + MINUTE)));
  }
  const nightly = { backup: 1, 'sweep-media': 1 };
  const all = { 'deliver-mail': 720, sweep: 144, 'sweep-leads': 24, remind: 24, ...nightly };
  expect(Object.fromEntries(times)).toEqual(all);
  const handler = `(request) => appendFile(process.env.DATA_DIR + '-ran', request.headers.get('x-nf-event') + ' ')`;
  const ran = fn(handler, `{ schedule: '35 * * * *' }`, `import { appendFile } from 'node:fs/promises';`);
  const site = await trialSite({ 'functions/ran.mjs': ran });
  const note = path.join(site.folder, 'note');
  for (const minute of [35, 94, 400]) await site.runDue(day + minute * MINUTE, note);
  expect(await readFile(path.join(site.folder, 'data-ran'), 'utf8')).toBe('schedule schedule ');
});

test('what a schedule has run it runs neither beside itself nor again after a restart; a clock that was ahead stops none', async () => {
  const note = path.join((await trialSite({})).folder, 'note');
  const day = Date.parse('2026-11-28T00:00:00Z');
  let [running, most, runs] = [0, 0, 0];
  const run = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    [running, runs] = [running - 1, runs + 1];
  };
  const nightly = { name: 'nightly', run, schedule: '50 8 * * *', patterns: [], excluded: [] };
  const start = () => serveFunctions([nightly]);
  const site = start();
  await Promise.all([site.runDue(day, note), site.runDue(day + DAY, note)]);
  await start().runDue(day + 8 * HOUR, note);
  expect([most, runs]).toEqual([1, 1]);
  await start().runDue(day + 9 * HOUR, note);
  expect(runs).toBe(2);
  await start().runDue(day - DAY, note);
  expect(runs).toBe(3);
});

test('a change waits for a few of a hundred reads, and a read that hangs holds up none', async () => {
  const order: string[] = [];
  const hung = Promise.withResolvers<Response>();
  const run = async ({ method, url }: Request) => {
    if (url.endsWith('hang')) return hung.promise;
    // A change waits for its body, its calendar and the like.
    if (method === 'POST') for (let waits = 0; waits < 5; waits += 1) await setImmediate();
    order.push(method);
    return new Response();
  };
  const patterns = [new URLPattern({ pathname: '/api/*' })];
  const site = serveFunctions([{ name: 'all', run, patterns, excluded: [], schedule: null }]);
  const call = (name: string, method = 'GET') =>
    site.answer(new Request(`http://localhost/api/${name}`, { method }), { ip: '127.0.0.1' });
  const hanging = Array.from({ length: 8 }, () => call('hang'));
  await Promise.all([...Array.from({ length: 100 }, () => call('read')), call('change', 'POST')]);
  expect(order).toHaveLength(101);
  expect(order.indexOf('POST')).toBeLessThan(50);
  hung.resolve(new Response());
  await Promise.all(hanging);
});

test('a scheduled function runs neither by a GET nor from a web page, and can tell that it is one', async () => {
  const handler = `(request) => writeFile(process.env.DATA_DIR + '-swept', request.headers.get('x-nf-event'))`;
  const site = await trialSite({
    'functions/sweep.mjs': fn(handler, `{ schedule: '@hourly' }`, `import { writeFile } from 'node:fs/promises';`),
    'functions/plain.mjs': `export default () => new Response('plain');`,
    'functions/routed.mjs': fn(`() => new Response('routed')`, `{ path: '/api/routed' }`),
  });
  const status = async (name: string, how = {}) => (await ask(site, `/.netlify/functions/${name}`, how)).status;
  expect(await status('sweep')).toBe(404);
  expect(await status('sweep', { method: 'POST', headers: { origin: site.url } })).toBe(404);
  const swept = () => readFile(path.join(site.folder, 'data-swept'), 'utf8');
  await expect(swept()).rejects.toThrow();
  expect(await status('sweep', { method: 'POST' })).toBe(204);
  expect(await swept()).toBe('schedule');
  // One without a path has the default address.
  expect([await status('plain'), await status('routed'), await status('none')]).toEqual([200, 404, 404]);
});

test('a file that is no function is named at the start', async () => {
  await expect(trialSite({ 'functions/odd.mjs': 'export const config = {};' })).rejects.toThrow(/odd\.mjs/);
});

test.each([
  ['no host that can be', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a method of proxies', 'TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
])('a request with %s is answered with 400', async (_, bytes) => {
  expect(await answerTo(await trialSite({ 'dist/index.html': 'home' }), bytes)).toBe(400);
});
