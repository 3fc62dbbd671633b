import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { adminPage, ENDED } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { createAdminSession, goalAfterSignIn, pathAfterSignIn, signInPath } from './session.ts';

const server = scriptedServer();
const LEFT = 'left for /login?back=%2Fadmin%2Fweek%232026-12-07';

test('what the device keeps goes when the owner signs out, and when the session has ended, but not without an answer', async () => {
  const { environment, events, note } = adminPage(server, '/admin/week#2026-12-07');
  const session = createAdminSession(environment, async () => note('forgotten')());
  server.script('/api/auth/check', { cut: true }, { status: 500 }, { body: { authenticated: false } });
  expect([await session.guard(), await session.guard()]).toEqual([false, false]);
  expect(events.splice(0)).toEqual(Array(2).fill(LEFT));
  expect(await session.guard()).toBe(false);
  server.script('/api/today', ENDED);
  await session.call(() => environment.client.call('GET', '/api/today'));
  expect(events.splice(0)).toEqual(Array(2).fill(['forgotten', LEFT]).flat());
  server.script('/api/auth/logout', { body: { success: true } });
  await session.logOut(() => undefined);
  expect(events).toEqual(['forgotten', 'left for /login']);
});

test('signed out, here or in another tab: no answer and no draft from before is kept; one from before an expiry is', async () => {
  const shared = new MemoryStorage();
  const open = (tab: MemoryStorage) => {
    const storages = { localStorage: () => shared, sessionStorage: () => tab };
    const { environment, events, note } = adminPage(server, '/admin', storages);
    const session = createAdminSession(environment, async (all) => note(`forgotten ${all ?? 'pages'}`)());
    return { session, events, draft: session.draft('day', z.string()), answer: Promise.withResolvers<string>() };
  };
  const tabs = [new MemoryStorage(), new MemoryStorage()] as const;
  const expired = open(tabs[1]);
  expired.draft.keep('Gate code 7');
  await expired.session.forget();
  const [here, other] = [open(tabs[0]), open(tabs[1])];
  expect(other.draft.take()).toBe('Gate code 7');
  for (const { draft } of [here, other]) draft.keep('Two dogs');
  const answers = [here, other].map(({ session, answer }) => session.call(() => answer.promise));
  server.script('/api/auth/logout', { body: { success: true } });
  await here.session.logOut(() => undefined);
  for (const { draft, answer } of [here, other]) {
    answer.resolve('The day');
    draft.keep('Two dogs');
  }
  expect(await Promise.all(answers)).toEqual(Array(2).fill({ state: 'signed-out' }));
  await other.session.follow();
  for (const { events } of [here, other]) expect(events.slice(-2)).toEqual(['forgotten all', 'left for /login']);
  expect(tabs.map((tab) => tab.length)).toEqual([0, 0]);
  const next = open(tabs[1]);
  next.draft.keep('Ladder');
  await next.session.follow();
  expect([next.draft.take(), next.session.isOver(), next.events]).toEqual(['Ladder', false, []]);
});

test('a call that is refused while the owner logs out does not lead elsewhere', async () => {
  const { session, events, environment } = adminPage(server, '/admin/gallery');
  server.script('/api/auth/logout', { status: 503, body: { error: 'Not stored' } });
  server.script('/api/auth/check', { body: { authenticated: false } });
  server.script('/api/gallery/a', ENDED);
  const out = session.logOut((sentence) => void events.push(sentence));
  await session.call(() => environment.client.call('DELETE', '/api/gallery/a', { timeout: 1000 }));
  await out;
  expect(events).toEqual(['Not stored', 'left for /login']);
});

test('the sign-in leads back to where it was called from', () => {
  const { pathname, search } = new URL(signInPath('/admin/leads'), 'http://localhost');
  expect(pathname).toBe('/login');
  expect(pathAfterSignIn(search)).toBe('/admin/leads');
  const { search: toOne } = new URL(signInPath('/admin/leads#0a1b'), 'http://localhost');
  expect(pathAfterSignIn(toOne)).toBe('/admin/leads#0a1b');
  const { search: toEntry } = new URL(signInPath('/admin/content#/collections/blog/entries/a-b'), 'http://localhost');
  expect(pathAfterSignIn(toEntry)).toBe('/admin/content#/collections/blog/entries/a-b');
  expect(pathAfterSignIn(new URL(signInPath('/admin'), 'http://localhost').search)).toBe('/admin');
});

test.each([
  ['/admin', 'You are going to Today.'],
  ['/admin/week#2026-12-07', 'You are going to Week.'],
  ['/admin/leads?status=new', 'You are going to Leads.'],
  ['/admin/leads#0a1b', 'You are going to the lead that you opened.'],
  ['/admin/leads?status=new#0a1b', 'You are going to the lead that you opened.'],
  ['/admin/content#/collections/blog', 'You are going to the texts.'],
  ['/admin/gallery', ''],
  ['//evil.example', ''],
])('whoever is led there from %s reads what they sign in for: %j', (path, sentence) => {
  expect(goalAfterSignIn(new URL(signInPath(path), 'http://localhost').search)).toBe(sentence);
});

test.each([
  '',
  '?back=',
  '?back=/',
  '?back=//evil.example',
  '?back=/admin/..//evil.example',
  '?back=/administrator',
  '?back=https://evil.example',
])('with %j it leads to the gallery', (search) => {
  expect(pathAfterSignIn(search)).toBe('/admin/gallery');
});

test.each([
  ['owner', [true, true, true, true]],
  ['office', [true, true, true, false]],
  ['installer', [true, true, false, false]],
  ['a later role', [false, false, false, false]],
])('a page that is not for the role loads nothing, and nobody is sent away: %s', async (role, expected) => {
  const found: boolean[] = [];
  for (const path of ['/admin', '/es/admin/week', '/admin/leads', '/admin/people.html']) {
    const { environment, events } = adminPage(server, path);
    server.script('/api/auth/check', { body: { authenticated: true, name: 'Ira', role } });
    const shown: unknown[] = [];
    const show = (...one: unknown[]) => void shown.push(...one);
    found.push(await createAdminSession(environment, async () => undefined, show).guard());
    expect([shown, events]).toEqual([[role, 'Ira'], []]);
  }
  expect(found).toEqual(expected);
});
