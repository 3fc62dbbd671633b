import type { Context } from '@netlify/functions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requestLimit } from '#server/limits/limits';
import { StorageError } from '#server/storage/port';
import { apiForTests, origin } from '#tests/support/admin-api';
import { earlyInWindow } from '#tests/support/limit-window';
import { json, page } from './answers.ts';
import { Refusal } from './refusal.ts';
import { type Address, anybody, type Operation, serve, takesForm } from './handler.ts';

apiForTests();
const get = (path: string, init: RequestInit = {}) => new Request(origin + path, init);
const call = (address: Address, request: Request, ip = '127.0.0.1') =>
  serve({ '/x': address, '/visit/:token': address })(request, {
    ip,
    waitUntil: () => {},
    deploy: { context: 'dev' },
  } as unknown as Context);

const reads = (run: Operation): Address => ({ GET: anybody(null, run) });
const refuse = reads(async () => {
  throw new Refusal(409, 'taken', { headers: { 'retry-after': '7' } });
});
const onPage = async ({ status, message, more: { headers } }: Refusal) => page(status, `<p>${message}</p>`, headers);

test('a refusal is JSON, or a page where there is one; its headers go along, and HEAD has no body', async () => {
  const plain = await call(refuse, get('/x'));
  expect([plain.status, plain.headers.get('retry-after')]).toEqual([409, '7']);
  expect(plain.headers.get('cache-control')).toBe('no-store');
  expect(await plain.json()).toEqual({ error: 'Somebody has just taken that time. Please choose another.' });
  const shown = await call({ ...refuse, refused: onPage }, get('/x'));
  expect([shown.status, shown.headers.get('retry-after')]).toEqual([409, '7']);
  expect(await shown.text()).toBe('<p>Somebody has just taken that time. Please choose another.</p>');
  const head = await call({ ...refuse, refused: onPage }, get('/x', { method: 'HEAD' }));
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    409,
    'text/html; charset=utf-8',
    '',
  ]);
});

test('a method that is not ours is told so in JSON, also where there is a page', async () => {
  const answer = await call({ ...refuse, refused: onPage }, get('/x', { method: 'PUT' }));
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await answer.json()).toEqual({ error: 'Please use GET, HEAD here' });
});

test('what nobody expected is logged and answered with a sentence, 503 for storage, else 500', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [error, status] of [
    [new Error('secret'), 500],
    [new StorageError('secret'), 503],
  ] as const) {
    const fail: Operation = () => Promise.reject(error);
    const answer = await call(reads(fail), get('/visit/the-key'));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('Something went wrong on our side.') });
    expect(log).toHaveBeenLastCalledWith('GET /visit/...', error);
  }
  log.mockRestore();
});

test('without the page to say it on, a failure is what it is everywhere', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = () => Promise.reject(new Error('The page has no part alert'));
  const refused = await call({ ...refuse, refused: broken }, get('/x'));
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { error: 'Somebody has just taken that time. Please choose another.' },
  ]);
  const failed = await call({ ...reads(broken), refused: broken }, get('/x'));
  expect(failed.status).toBe(500);
  expect(await failed.json()).toEqual({ error: expect.stringContaining('Something went wrong on our side.') });
  expect(log).toHaveBeenCalledTimes(3);
  log.mockRestore();
});

test('a form of another site, another type or another size is refused in the shape of every failure', async () => {
  const form: Address = {
    POST: anybody(
      requestLimit,
      takesForm(async () => json(200, {})),
    ),
  };
  const send = async (init: RequestInit) => {
    const answer = await call(form, new Request(`${origin}/x`, { method: 'POST', ...init }));
    if (answer.status !== 200) expect(await answer.json()).toEqual({ error: expect.any(String) });
    return answer.status;
  };
  const body = new URLSearchParams({ name: 'Elise Romero' });
  expect(await send({ body })).toBe(200);
  expect(await send({ body, headers: { origin: 'https://evil.example' } })).toBe(403);
  expect(await send({ body: new URLSearchParams({ name: 'x'.repeat(40_000) }) })).toBe(413);
  expect(await send({ headers: { 'content-type': 'application/json' }, body: '{}' })).toBe(415);
  const notText = new Uint8Array([0x61, 0xff]);
  expect(await send({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: notText })).toBe(400);
});

test('a flood of one network is refused and slows none beside it; what the wider networks have used up slows and refuses none', async () => {
  await earlyInWindow();
  process.env['RATE_LIMIT'] = 'on';
  onTestFinished(() => void Object.assign(process.env, { RATE_LIMIT: 'off' }));
  const form: Address = {
    POST: anybody(
      requestLimit,
      takesForm(async () => json(200, {})),
    ),
  };
  /** How many calls are taken, and whether even the first answer is late. */
  const flood = async (network: number, calls: number) => {
    const began = performance.now();
    const asked = Array.from({ length: calls }, async (_, host) => {
      const request = new Request(`${origin}/x`, { method: 'POST', body: new URLSearchParams() });
      const { status } = await call(form, request, `2001:db8:e:${network}::${host}`);
      return status === 200 ? [performance.now() - began] : [];
    });
    const took = (await Promise.all(asked)).flat();
    return { taken: took.length, isSlowed: Math.min(...took) > 1400 };
  };
  const { max } = requestLimit;
  expect(await flood(1, 4 * max)).toEqual({ taken: max, isSlowed: false });
  expect(await flood(2, max)).toEqual({ taken: max, isSlowed: false });
  expect(await flood(3, 1)).toEqual({ taken: 1, isSlowed: true });
});

test('a read that this process knows to be beyond the limit does not begin', async () => {
  await earlyInWindow();
  process.env['RATE_LIMIT'] = 'on';
  onTestFinished(() => void Object.assign(process.env, { RATE_LIMIT: 'off' }));
  let begun = 0;
  const read: Operation = async () => {
    begun += 1;
    return json(200, {});
  };
  const few: Address = { GET: anybody({ ...requestLimit, name: 'few', max: 2 }, read) };
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await call(few, get('/x'))).status);
  expect([statuses, begun]).toEqual([[200, 200, 429, 429], 2]);
});
