import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { scriptedServer } from '#tests/support/scripted-server';
import { ApiError, createClient, isFinalRefusal, isUnanswered } from './api-client.ts';

const server = scriptedServer();
const client = () => createClient(server.origin());
const timeout = 5000;
const Answer = z.object({ ok: z.boolean() });

/** What the promise rejects with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => new Error(`It resolved to ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

test('a body goes as JSON with its content type, and without a body there is none; the page’s language is asked for', async () => {
  server.script('/api/thing', { body: { ok: true } });
  await createClient(server.origin(), 'es').call('POST', '/api/thing', { body: { name: 'Zoë' }, timeout });
  await client().call('DELETE', '/api/thing', { timeout });
  const [json, es, en] = ['application/json', 'es', 'en'];
  expect(server.heard).toMatchObject([
    { method: 'POST', headers: { 'content-type': json, 'accept-language': es }, body: '{"name":"Zoë"}' },
    { method: 'DELETE', headers: { 'accept-language': en }, body: '' },
  ]);
  expect(server.heard[1]?.headers).not.toHaveProperty('content-type');
});

test('an answer is read by its contract, and a refusal throws', async () => {
  server.script('/api/thing', { body: { ok: true } }, { status: 401, body: { error: 'Please sign in' } });
  const read = () => client().send('GET', '/api/thing', Answer, { timeout });
  await expect(read()).resolves.toEqual({ ok: true });
  expect(await failure(read())).toMatchObject({ name: 'ApiError', status: 401, message: 'Please sign in' });
});

const sentence = 'That time was just taken.';
test.each([
  ['that of the error field', { body: { error: sentence, message: 'Other' } }, sentence],
  ['else that of the message field', { body: { message: sentence } }, sentence],
  ['not that of an error that is no text', { body: { error: { code: 7 }, message: sentence } }, sentence],
  ['else the status text', { body: {}, statusText: 'Conflict' }, 'Conflict'],
  ['JSON that is no object: the status text', { body: 'null', statusText: 'Conflict' }, 'Conflict'],
  ['a body that is not JSON', { body: 'The roof is on fire', statusText: 'Conflict' }, 'The roof is on fire'],
  ['a blank body: the status text', { body: ' \n', statusText: 'Conflict' }, 'Conflict'],
  ['no body and no status text', { body: '', statusText: '' }, 'Request failed'],
  ['no field and no status text', { body: {}, statusText: '' }, 'Request failed'],
])('the text of a refusal is %s', async (_, answer, text) => {
  server.script('/api/thing', { status: 409, ...answer });
  const error = await failure(client().call('POST', '/api/thing', { timeout }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, message: text });
  // Nothing is repeated by itself.
  expect(server.heard).toHaveLength(1);
});

test('what the server itself said is kept apart from the last resorts', async () => {
  server.script('/api/thing', { status: 409, body: { error: sentence } }, { status: 500, body: '<h1>Oh no</h1>' });
  expect(await failure(client().call('POST', '/api/thing', { timeout }))).toMatchObject({ serverMessage: sentence });
  expect(await failure(client().call('POST', '/api/thing', { timeout }))).toMatchObject({ serverMessage: undefined });
});

test.each([
  ['a cut connection', { cut: true }],
  ['a server that does not answer', { after: new Promise(() => {}) }],
  ['a body that stalls', { stalls: true }],
])('%s is no answer', async (_, answer) => {
  server.script('/api/thing', answer);
  expect(isUnanswered(await failure(client().call('GET', '/api/thing', { timeout: 50 })))).toBe(true);
});

test('a server that is not there has not answered', async () => {
  const nowhere = createClient('http://127.0.0.1:9');
  expect(isUnanswered(await failure(nowhere.call('GET', '/api/thing', { timeout })))).toBe(true);
});

test("the caller's own signal ends the call with its own reason", async () => {
  server.script('/api/thing', { after: new Promise(() => {}) });
  const stop = new AbortController();
  const call = failure(client().call('GET', '/api/thing', { timeout, signal: stop.signal }));
  stop.abort('no longer needed');
  expect(await call).toBe('no longer needed');
  expect(await failure(client().call('GET', '/api/thing', { timeout, signal: stop.signal }))).toBe('no longer needed');
});

test.each([
  ['not JSON', '<!doctype html>'],
  ['not what the contract promises', { ok: 'yes' }],
  ['empty', ''],
])('a success whose body is %s is a failure, and an answer', async (_, body) => {
  server.script('/api/thing', { body });
  const error = await failure(client().send('POST', '/api/thing', Answer, { timeout }));
  expect([isUnanswered(error), String(error)]).toEqual([false, expect.not.stringContaining('It resolved')]);
});

test.each([
  [400, true],
  [404, true],
  [409, true],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
])('a %i is final: %s', (status, final) => {
  expect(isFinalRefusal(new ApiError('No', status))).toBe(final);
});
