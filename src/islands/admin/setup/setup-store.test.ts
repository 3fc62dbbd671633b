import { expect, test } from 'vitest';
import { FIRST_PERSON } from '#contracts/people';
import { adminPage, ENDED } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { createSetup, enterable } from './setup-store.ts';

const server = scriptedServer();
const PATH = '/api/setup';
const ivan = { id: 'k3v9x2mf', name: 'Ivan' };
const people = [{ id: FIRST_PERSON, name: 'Olga' }, ivan];
const lines = [
  { name: 'mail', state: 'off' },
  { name: 'busy', state: 'ok', by: 'host', people },
] as const;
const due = [{ message: 'A sample', files: ['a.md'] }];

async function page(search = '', answers: readonly object[] = [{ body: { lines } }]) {
  const address = () => ({ pathname: '/admin/setup', search, hash: '' });
  const { environment, session, events, note } = adminPage(server, '/admin/setup', { address });
  server.script('/admin/content-due.json', { body: due });
  server.script(PATH, ...answers);
  const setup = createSetup({ ...environment, rename: note('renamed'), go: note('went to') }, session);
  await setup.start();
  return { setup, events };
}
const sent = (method: string) => server.heard.filter((one) => one.method === method);
const bodyOf = (method: string) => JSON.parse(sent(method).at(-1)?.body || '{}');
const done = { isDone: true, words: 'It is set up.' };

test('a line is entered by the rules; what does not work stays typed, and what works closes the form', async () => {
  const { setup } = await page();
  expect(setup.$known.get()).toMatchObject({ state: 'ready', lines: [{ name: 'mail' }, { name: 'busy' }], due });
  await setup.keep();
  setup.open('mail');
  await setup.keep();
  expect([Object.keys(setup.$problems.get()), sent('PUT')]).toEqual([['server', 'user', 'password', 'from', 'to'], []]);
  const typed = {
    server: 'smtp.example.com',
    user: 'us',
    password: 'secret',
    from: 'us@example.com',
    to: 'me@example.com',
  };
  for (const [name, value] of Object.entries(typed)) setup.type(name, value);
  server.script(PATH, { body: { isDone: false, words: 'Wrong password.' } }, { body: { lines } });
  await setup.keep();
  expect([setup.$open.get(), setup.$problems.get(), setup.$typed.get()]).toEqual(['mail', {}, typed]);
  expect([setup.$trials.get().mail?.words, bodyOf('PUT')]).toEqual(['Wrong password.', { line: 'mail', ...typed }]);
  server.script(PATH, { body: done }, { body: { lines } });
  await Promise.all([setup.keep(), setup.keep()]);
  expect([setup.$open.get(), setup.$trials.get().mail, sent('PUT').length]).toEqual([null, done, 2]);
  setup.open('mail');
  expect([setup.$typed.get()['password'], setup.$problems.get()]).toEqual(['', {}]);
});

test('a try, a disconnection and a failure say in their line what came of it; a session that ends says nothing', async () => {
  const { setup, events } = await page();
  server.script(`${PATH}/texts`, { body: done });
  await setup.tryLine('texts', '321 555 0100');
  expect([bodyOf('POST'), setup.$trials.get().texts]).toEqual([{ number: '321 555 0100' }, done]);
  server.script(`${PATH}/mail`, { cut: true });
  await setup.tryLine('mail');
  expect(setup.$trials.get().mail?.words).toBe('No answer came. Please try again in a moment.');
  server.script(`${PATH}/mail`, { status: 409, body: { error: 'The host has set it.' } }, { status: 204 });
  await setup.forget('mail');
  expect(setup.$trials.get().mail).toEqual({ isDone: false, words: 'The host has set it.' });
  await setup.forget('mail');
  expect(setup.$trials.get().mail).toEqual({ isDone: true, words: 'What you had entered is gone.' });
  server.script(`${PATH}/busy-of-${ivan.id}`, { status: 204 });
  expect((await setup.forget('busy', ivan.id))?.isDone).toBe(true);
  server.script(`${PATH}/mail`, ENDED);
  await setup.tryLine('mail');
  expect([setup.$busy.get(), setup.$trials.get().mail]).toEqual([null, undefined]);
  expect(events.some((event) => event.startsWith('left for /login'))).toBe(true);
});

test('whose calendars are entered is the first one whose the host has not set', async () => {
  const { setup } = await page();
  setup.open('busy');
  expect(setup.$typed.get()).toMatchObject({ person: ivan.id });
  const line = { name: 'busy', state: 'off', people } as const;
  expect([enterable(line), enterable({ ...line, by: 'host' }), enterable(lines[0])]).toEqual([people, [ivan], []]);
});

test('the owner comes back from Google: its answer is sent and leaves the address; a refusal is said; one without both is nothing', async () => {
  const answers = [{ body: { lines } }, { body: done }, { body: { lines } }];
  const { setup, events } = await page('?code=c1&state=s1', answers);
  expect([bodyOf('PUT'), setup.$trials.get().calendar]).toEqual([{ line: 'google', code: 'c1', state: 's1' }, done]);
  const refused = await page('?error=access_denied');
  expect(refused.setup.$trials.get().calendar).toEqual({
    isDone: false,
    words: 'Google did not let the site in: access_denied.',
  });
  const half = await page('?code=c1');
  expect([events, refused.events, half.events]).toEqual(Array(3).fill(['renamed /admin/setup']));
  expect([half.setup.$trials.get(), sent('PUT').length]).toEqual([{}, 1]);
  setup.open('calendar');
  server.script(PATH, { body: { ...done, address: 'https://accounts.google.com/x' } }, { body: { lines } });
  for (const name of ['clientId', 'clientSecret']) setup.type(name, `${name}-1`);
  await setup.keep();
  expect(events.at(-1)).toBe('went to https://accounts.google.com/x');
});
