import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#lib/time/units';
import { createClient } from './api-client.ts';
import type { ConsultationRequest } from '#contracts/consultation';
import { UNDELIVERED } from '#browser/browser-storage';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { scriptedServer } from '#tests/support/scripted-server';
import { createUnsentRequests } from './unsent-requests.ts';

const PATH = '/api/consultation-requests';
const start = Date.parse('2026-11-20T12:00:00Z');
const request: ConsultationRequest = {
  name: 'Elise Romero',
  phone: '(407) 555-0188',
  zipCode: '30047',
  city: 'North Georgia',
  serviceInterest: 'General Inquiry',
  preferredContact: 'phone',
  message: 'No suitable calendar time was found. Requesting a callback.',
};
const other = { ...request, name: 'Sam Ito' };
const received = { status: 201, body: { id: 'lead-1' } };

const server = scriptedServer();
const storage = new MemoryStorage();
let now = start;
beforeEach(() => {
  storage.clear();
  now = start;
});

/** The unsent requests of a page just opened in this browser. */
function openPage(store: () => Storage = () => storage) {
  return createUnsentRequests({ client: createClient(server.origin()), localStorage: store, now: () => now });
}
const kept = () => Array.from({ length: storage.length }, (_, index) => storage.key(index));
const keys = () => server.heard.map(({ headers }) => headers['idempotency-key']);

test('a request is kept before the answer comes, so a closed tab loses nothing', async () => {
  let answer = () => {};
  server.script(PATH, { ...received, after: new Promise<void>((done) => (answer = done)) });
  const sending = openPage().send(request, 'key-1');
  expect(kept()).toEqual([`${UNDELIVERED}key-1`]);
  answer();
  await expect(sending).resolves.toBe('lead-1');
  expect(kept()).toEqual([]);
});

test.each([
  ['a dead server', { cut: true }],
  ['a 503', { status: 503 }],
  ['a 429', { status: 429 }],
  ['a page in place of an answer', { status: 200, body: '<h1>Sign in to our Wi-Fi</h1>' }],
])('after %s it is delivered by a later page, under the same key, once', async (_, answer) => {
  server.script(PATH, answer, received);
  await expect(openPage().send(request, 'key-1')).rejects.toThrow();
  await expect(openPage().deliverKept()).resolves.toBe(0);
  await expect(openPage().deliverKept()).resolves.toBe(0);
  expect(keys()).toEqual(['key-1', 'key-1']);
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual(request);
});

test.each([400, 413])('a %i is final: it is not tried again', async (status) => {
  server.script(PATH, { status, body: { error: 'No' } });
  await expect(openPage().send(request, 'key-1')).rejects.toThrow('No');
  await openPage().deliverKept();
  expect(server.heard).toHaveLength(1);
});

test('a second try with changed content replaces what is kept', async () => {
  server.script(PATH, { cut: true }, { cut: true }, received);
  const page = openPage();
  await expect(page.send(request, 'key-1')).rejects.toThrow();
  await expect(page.send(other, 'key-1')).rejects.toThrow();
  await page.deliverKept();
  expect(JSON.parse(server.heard[2]?.body ?? '')).toMatchObject({ name: 'Sam Ito' });
});

test('several are delivered, each under its own key; what fails stays and is counted', async () => {
  server.script(PATH, { cut: true }, { cut: true }, received, { status: 500 }, received);
  const page = openPage();
  await expect(page.send(request, 'key-1')).rejects.toThrow();
  await expect(page.send(other, 'key-2')).rejects.toThrow();
  await expect(page.deliverKept()).resolves.toBe(1);
  await expect(page.deliverKept()).resolves.toBe(0);
  expect(keys()).toEqual(['key-1', 'key-2', 'key-1', 'key-2', 'key-2']);
});

test('a request that is refused is never sent again; nothing personal stays of it, only that it has to be told', async () => {
  server.script(PATH, { status: 500 }, { status: 400, body: { error: 'No' } });
  await expect(openPage().send(request, 'key-1')).rejects.toThrow();
  await expect(openPage().deliverKept()).resolves.toBe(1);
  expect(storage.getItem(`${UNDELIVERED}key-1`)).not.toContain('Elise');
  await expect(openPage().deliverKept()).resolves.toBe(1);
  expect(server.heard).toHaveLength(2);
  openPage().forgetRefused();
  await expect(openPage().deliverKept()).resolves.toBe(0);
});

test('forgetting the refused ones keeps those still to be delivered', async () => {
  server.script(PATH, { cut: true });
  const page = openPage();
  page.refused('key-1');
  await expect(page.send(request, 'key-2')).rejects.toThrow();
  page.forgetRefused();
  expect(kept()).toEqual([`${UNDELIVERED}key-2`]);
});

test('what the visitor is sending at this moment is left alone', async () => {
  let answer = () => {};
  server.script(PATH, { ...received, after: new Promise<void>((done) => (answer = done)) });
  const page = openPage();
  const sending = page.send(request, 'key-1');
  await expect(page.deliverKept()).resolves.toBe(0);
  answer();
  await sending;
  expect(server.heard).toHaveLength(1);
});

test('a late delivery does not take away what was sent anew under the key meanwhile', async () => {
  let answer = () => {};
  server.script(
    PATH,
    { cut: true },
    { ...received, after: new Promise<void>((done) => (answer = done)) },
    { cut: true },
  );
  const page = openPage();
  await expect(page.send(request, 'key-1')).rejects.toThrow();
  const delivering = openPage().deliverKept();
  await expect.poll(() => server.heard.length).toBe(2);
  await expect(page.send(other, 'key-1')).rejects.toThrow();
  answer();
  await delivering;
  expect(storage.getItem(`${UNDELIVERED}key-1`)).toContain('Sam Ito');
});

test('delivered by two tabs at once, it is one lead', async () => {
  server.script(PATH, { cut: true }, received);
  const page = openPage();
  await expect(page.send(request, 'key-1')).rejects.toThrow();
  await Promise.all([page.deliverKept(), openPage().deliverKept()]);
  expect(new Set(keys())).toEqual(new Set(['key-1']));
  expect(kept()).toEqual([]);
});

test('a run that fails after another one has delivered the request leaves nothing undelivered', async () => {
  const delivered = Promise.withResolvers<void>();
  server.script(PATH, { cut: true }, { cut: true, after: delivered.promise }, received);
  const page = openPage();
  await expect(page.send(request, 'key-1')).rejects.toThrow();
  const first = page.deliverKept();
  await expect.poll(() => server.heard.length).toBe(2);
  await expect(page.deliverKept()).resolves.toBe(0);
  delivered.resolve();
  await expect(first).resolves.toBe(0);
});

test('for 29 days a request is tried, after 30 it is thrown away', async () => {
  server.script(PATH, { cut: true });
  await expect(openPage().send(request, 'key-1')).rejects.toThrow();
  now = start + 29 * DAY;
  await openPage().deliverKept();
  expect(server.heard).toHaveLength(2);
  now = start + 30 * DAY;
  await expect(openPage().deliverKept()).resolves.toBe(0);
  expect(server.heard).toHaveLength(2);
  expect(kept()).toEqual([]);
});

test.each(['', 'null', '{"at":"soon"}', 'half a th', '{"at":null,"request":{}}'])(
  'broken content is thrown away: %s',
  async (content) => {
    storage.setItem(`${UNDELIVERED}key-1`, content);
    await expect(openPage().deliverKept()).resolves.toBe(0);
    expect(kept()).toEqual([]);
  },
);

test('a request of an older version of the site counts as refused: its visitor is told', async () => {
  storage.setItem(`${UNDELIVERED}key-1`, JSON.stringify({ at: start, request: { name: 'Elise Romero' } }));
  await expect(openPage().deliverKept()).resolves.toBe(1);
  expect(server.heard).toEqual([]);
});

test('what others keep in the storage is not touched', async () => {
  storage.setItem('deals-popup-dismissed', '1');
  await openPage().deliverKept();
  expect(kept()).toEqual(['deals-popup-dismissed']);
});

test('blocked storage costs the safety net, not the request', async () => {
  server.script(PATH, received);
  const page = openPage(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  await expect(page.send(request, 'key-1')).resolves.toBe('lead-1');
  await expect(page.deliverKept()).resolves.toBe(0);
  page.refused('key-1');
  page.forgetRefused();
});

test('full storage does not cost the request either', async () => {
  server.script(PATH, received);
  const full = Object.assign(new MemoryStorage(), {
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  await expect(openPage(() => full).send(request, 'key-1')).resolves.toBe('lead-1');
});
