import { expect, test } from 'vitest';
import { StorageError } from '#server/storage/port';
import { origin, owner, apiForTests } from '#tests/support/admin-api';
import { earlyInWindow } from '#tests/support/limit-window';

const api = apiForTests();

const signIn = (body: object, ip: string, headers: Record<string, string> = {}) =>
  api.ask('POST', '/api/auth/login', { body, ip, headers });

test('the owner signs in, is known by a cookie that no script reads, and signs out for good', async () => {
  const answer = await signIn(owner, '192.0.2.1');
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  const set = answer.headers.getSetCookie()[0] ?? '';
  expect(set).toMatch(/^session=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  const cookie = set.split(';')[0] ?? '';
  expect(await api.isSignedIn({ cookie: `other=1; ${cookie}; third=3` })).toBe(true);
  const ownPage = { cookie, origin, 'sec-fetch-site': 'same-origin' };
  expect((await api.ask('POST', '/api/objects/upload', { headers: ownPage })).status).toBe(200);
  const out = await api.ask('POST', '/api/auth/logout', { headers: { cookie } });
  expect([out.status, await out.json()]).toEqual([200, { success: true }]);
  expect(out.headers.getSetCookie()[0]).toMatch(/^session=; Path=\/; Max-Age=0/);
  expect(await api.isSignedIn({ cookie })).toBe(false);
  expect((await api.ask('GET', '/api/auth/check')).headers.get('cache-control')).toBe('no-store');
});

test('outside this machine the session’s cookie is of this very host and of https alone, and no other one counts', async () => {
  const live = 'https://www.example.com/api/auth';
  const [set = ''] = (await api.ask('POST', `${live}/login`, { body: owner, ip: '192.0.2.2' })).headers.getSetCookie();
  expect(set).toMatch(/^__Host-session=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/);
  const [cookie = ''] = set.split(';');
  const check = async (sent: string) =>
    (await (await api.ask('GET', `${live}/check`, { headers: { cookie: sent } })).json()).authenticated;
  expect([await check(cookie), await check(cookie.replace('__Host-', ''))]).toEqual([true, false]);
});

test.each(['owner ', '  owner', '\u00a0owner\n'])('the user name %j is the owner’s', async (username) => {
  expect((await signIn({ ...owner, username }, crypto.randomUUID())).status).toBe(200);
});

test('signing out clears the cookie even if the ended session cannot be stored', async () => {
  const session = await api.signIn();
  const auth = api.store('auth');
  const remove = auth.delete;
  auth.delete = () => Promise.reject(new StorageError('The disk is full.'));
  const answer = await api.ask('POST', '/api/auth/logout', { headers: session });
  auth.delete = remove;
  expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([
    503,
    expect.stringMatching(/^session=; Path=\/; Max-Age=0/),
  ]);
  expect((await answer.json()).error).toBe(
    'You are signed out in this browser. Our server could not store that, so a copy of this session elsewhere still works for up to 12 hours.',
  );
  expect(await api.isSignedIn(session), 'the copy').toBe(true);
});

test.each([
  [{ username: 'owner', password: ' correct horse' }, 401, 'Invalid credentials'],
  [{ username: ' ', password: 'x' }, 400, 'Please enter your username'],
  [{ username: 'owner', password: 'wrong' }, 401, 'Invalid credentials'],
  [{ username: 'nobody', password: owner.password }, 401, 'Invalid credentials'],
  [{ username: ['owner'], password: { $ne: '' } }, 400, 'Please enter your username'],
  [{ username: 'owner', password: 'x'.repeat(201) }, 400, 'Please use at most 200 characters'],
])('%o is refused', async (body, status, error) => {
  const answer = await signIn(body, crypto.randomUUID());
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ error })]);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('the checks come in their order: 405, 401, 403, 415, 413, 400, 404', async () => {
  const session = await api.signIn();
  const address = '/api/gallery/nobody';
  const text = { ...session, 'content-type': 'text/plain' };
  const foreign = { origin: 'https://evil.example' };
  const statusOf = async (method: string, headers: Record<string, string>, body?: object | string) =>
    (await api.ask(method, address, { headers, ...(body && { body }) })).status;
  expect(await statusOf('PATCH', foreign)).toBe(405);
  expect(await statusOf('PUT', foreign, 'x')).toBe(401);
  expect(await statusOf('PUT', { ...text, ...foreign }, 'x')).toBe(403);
  expect(await statusOf('PUT', text, 'x'.repeat(40_000))).toBe(415);
  expect(await statusOf('PUT', session, { title: 'x'.repeat(40_000) })).toBe(413);
  expect(await statusOf('PUT', session, { title: '' })).toBe(400);
  expect(await statusOf('PUT', session, { title: 'x' })).toBe(404);
});

test.each(['ADMIN_USERNAME', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'])(
  'without %s nobody gets in, and the owner is told why',
  async (name) => {
    const session = await api.signIn();
    const value = process.env[name];
    delete process.env[name];
    const login = await signIn(owner, '192.0.2.15');
    const list = await api.ask('GET', '/api/gallery/all', { headers: session });
    const check = await api.isSignedIn(session);
    process.env[name] = value;
    expect([login.status, list.status, check]).toEqual([503, 503, false]);
    expect(await login.json()).toEqual({ error: expect.stringContaining('not set up') });
  },
);

test('guesses of one name from many addresses are slowed down, and the owner still gets in', async () => {
  await earlyInWindow();
  const name = 'owner';
  for (let count = 0; count < 21; count += 1) {
    await signIn({ username: name, password: `guess ${count}` }, `198.51.100.${count}`);
  }
  const start = performance.now();
  expect((await signIn(owner, '203.0.113.77')).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(1400);
});
