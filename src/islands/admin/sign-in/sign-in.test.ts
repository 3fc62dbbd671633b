import { expect, test } from 'vitest';
import { createClient } from '#browser/api-client';
import { testEnvironment } from '#tests/support/environment';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createSignIn } from './sign-in.ts';

const server = scriptedServer();
const credentials = { username: 'owner', password: ' pass word ' };

/** Signs in once. Answers the events in order. */
async function attempt(answer: Scripted, check: Scripted = { body: { authenticated: true } }) {
  server.script('/api/auth/login', answer);
  server.script('/api/auth/check', check);
  const events: unknown[] = [];
  const environment = testEnvironment({
    client: createClient(server.origin()),
    address: () => ({ pathname: '/login', search: '?back=%2Fadmin%2Fleads', hash: '' }),
    replaceWith: (path) => events.push(`entered ${path}`),
  });
  const { $pending, signIn } = createSignIn(environment, {
    trying: () => events.push('trying'),
    signedIn: () => events.push('signed in'),
    failed: (failure) => events.push(failure),
  });
  const done = signIn(credentials);
  expect($pending.get()).toBe(true);
  await signIn(credentials);
  await done;
  return { events, pending: $pending.get() };
}

test('right credentials: sent as typed, once, and the owner enters', async () => {
  const { events } = await attempt({ body: { success: true } });
  expect(events).toEqual(['trying', 'signed in', 'entered /admin/leads']);
  expect(server.heard.map(({ path }) => path)).toEqual(['/api/auth/login', '/api/auth/check']);
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual(credentials);
});

test('a browser that keeps no cookie is told so; without an answer about it the owner enters', async () => {
  const success = { body: { success: true } };
  const { events, pending } = await attempt(success, { body: { authenticated: false } });
  expect([events, pending]).toEqual([['trying', { blockedCookies: true }], false]);
  expect((await attempt(success, { cut: true })).events).toContain('entered /admin/leads');
});

test('with the token of a link the owner chooses a sign-in, and sees today; a link that is over says so', async () => {
  const events: unknown[] = [];
  const environment = testEnvironment({
    client: createClient(server.origin()),
    replaceWith: (path) => events.push(path),
  });
  const notices = {
    trying: () => undefined,
    signedIn: () => undefined,
    failed: (failure: unknown) => events.push(failure),
  };
  const { $link, askLink, setUp } = createSignIn(environment, notices);
  server.script('/api/auth/check', { body: { authenticated: true } });
  const over = { status: 403, body: { error: 'It is over.' } };
  server.script('/api/auth/setup', { body: { success: true } }, over, { body: { success: true } });
  await askLink();
  expect($link.get()).toBe('written');
  await setUp({ ...credentials, token: 'a' });
  await setUp({ ...credentials, token: 'b' });
  expect(events).toEqual([{ serverMessage: 'It is over.' }, '/admin']);
  const heard = server.heard.filter(({ path }) => path === '/api/auth/setup').map(({ method }) => method);
  expect(heard).toEqual(['POST', 'PUT', 'PUT']);
});

test.each<[string, Scripted, unknown]>([
  ['a refusal', { status: 401, body: { error: 'Invalid credentials' } }, { serverMessage: 'Invalid credentials' }],
  ['too many tries', { status: 429, body: { error: 'Please wait.' } }, { serverMessage: 'Please wait.' }],
  ['a success that is none', { body: { success: false } }, { wrong: true }],
  ['an answer that is no answer', { body: 'hello' }, { unanswered: true }],
  ['a cut connection', { cut: true }, { unanswered: true }],
])('%s lets nobody in, and leaves the form for another try', async (_, answer, failure) => {
  expect(await attempt(answer)).toEqual({ events: ['trying', failure], pending: false });
});
