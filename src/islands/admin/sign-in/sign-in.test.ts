import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '#browser/api-client';
import { testEnvironment } from '#tests/support/environment';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { TestPasskey } from '#tests/support/passkey';
import { $toast } from '#islands/ui/Toasts.tsx';
import { NoPasskey, type Passkeys } from '../passkeys.ts';
import { createSignIn } from './sign-in.ts';

const server = scriptedServer();
const UNREACHED = 'The server could not be reached. Please try again.';
const noteToasts = (events: unknown[]) =>
  onTestFinished($toast.listen((toast) => void (toast && events.push(toast.description ?? toast.title))));
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
  noteToasts(events);
  const { $pending, signIn } = createSignIn(environment);
  const done = signIn(credentials);
  expect($pending.get()).toBe(true);
  await signIn(credentials);
  await done;
  return { events, pending: $pending.get() };
}

test('right credentials: sent as typed, once, and the owner enters', async () => {
  const { events } = await attempt({ body: { success: true } });
  expect(events).toEqual(['Logged in successfully', 'entered /admin/leads']);
  expect(server.heard.map(({ path }) => path)).toEqual(['/api/auth/login', '/api/auth/check']);
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual(credentials);
});

test('a browser that keeps no cookie is told so; without an answer about it the owner enters', async () => {
  const success = { body: { success: true } };
  const { events, pending } = await attempt(success, { body: { authenticated: false } });
  expect([events, pending]).toEqual([[expect.stringMatching(/^Your browser blocks cookies/)], false]);
  expect((await attempt(success, { cut: true })).events).toContain('entered /admin/leads');
});

test('with the token of a link the owner chooses a sign-in, and sees today; a link that is over says so', async () => {
  const events: unknown[] = [];
  const environment = testEnvironment({
    client: createClient(server.origin()),
    replaceWith: (path) => events.push(path),
  });
  noteToasts(events);
  const { $link, askLink, setUp } = createSignIn(environment);
  server.script('/api/auth/check', { body: { authenticated: true } });
  const over = { status: 403, body: { error: 'It is over.' } };
  server.script('/api/auth/setup', { body: { success: true } }, over, { body: { success: true } });
  await askLink();
  expect($link.get()).toBe('written');
  await setUp({ ...credentials, token: 'a' });
  await setUp({ ...credentials, token: 'b' });
  expect(events).toEqual(['It is over.', 'Logged in successfully', '/admin']);
  const heard = server.heard.filter(({ path }) => path === '/api/auth/setup').map(({ method }) => method);
  expect(heard).toEqual(['POST', 'PUT', 'PUT']);
});

test.each<[string, Scripted, string]>([
  ['a refusal', { status: 401, body: { error: 'Invalid credentials' } }, 'Invalid credentials'],
  ['too many tries', { status: 429, body: { error: 'Please wait.' } }, 'Please wait.'],
  ['a success that is none', { body: { success: false } }, 'Invalid credentials'],
  ['an answer that is no answer', { body: 'hello' }, UNREACHED],
  ['a cut connection', { cut: true }, UNREACHED],
])('%s lets nobody in, and leaves the form for another try', async (_, answer, failure) => {
  expect(await attempt(answer)).toEqual({ events: [failure], pending: false });
});

test('a passkey enters at Today, or where the page was asked for; who closes the browser’s question reads so', async () => {
  const events: unknown[] = [];
  let search = '';
  const environment = testEnvironment({
    client: createClient(server.origin()),
    address: () => ({ pathname: '/login', search, hash: '' }),
    replaceWith: (path) => events.push(path),
  });
  noteToasts(events);
  const passkey = new TestPasskey();
  const open: Passkeys = {
    make: async (options) => passkey.made(options),
    sign: async (options) => passkey.signed(options),
  };
  const once = (passkeys: Passkeys) => createSignIn(environment, passkeys);
  server.script('/api/auth/check', { body: { authenticated: true } });
  const [asked, success] = [{ body: { challenge: 'abc' } }, { body: { success: true } }];
  server.script('/api/auth/passkey', asked, success, asked, success, asked);
  await once(open).signInByPasskey({ stay: true });
  search = '?back=%2Fadmin%2Fweek';
  await once(open).signInByPasskey({});
  await once({ ...open, sign: () => Promise.reject(new NoPasskey()) }).signInByPasskey({});
  server.script('/api/auth/invitation', asked, success, { status: 403, body: { error: 'It is over.' } });
  await once(open).accept({ token: 'abc', stay: true });
  await once(open).accept({ token: 'abc' });
  const entered = (path: string) => ['Logged in successfully', path];
  expect(events).toEqual([
    ...[...entered('/admin'), ...entered('/admin/week'), 'No passkey was used. Please try again.'],
    ...[...entered('/admin'), 'It is over.'],
  ]);
  const sent = server.heard.filter(({ method, path }) => method === 'PUT' && path === '/api/auth/invitation');
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ token: 'abc', stay: true, passkey: { id: passkey.id } });
});
