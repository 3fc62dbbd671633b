import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiForTests, owner } from '#tests/support/admin-api';
import { HOUR } from '#lib/time/units';
import { keptAccess } from '#server/auth/access';
import { startSession } from '#server/auth/session';

const api = apiForTests();
const NAMES = ['ADMIN_USERNAME', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'] as const;
const chosen = { username: 'maria', password: 'páss wörd $1 "quoted"' };
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(String(line)));
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const { key } of await api.store('auth').list('owner/')) await api.store('auth').delete(key);
});

/** A site whose variables give no sign-in. */
async function withoutVariables(work: () => Promise<void>): Promise<void> {
  const given = NAMES.map((name) => [name, process.env[name]]);
  for (const name of NAMES) delete process.env[name];
  await work().finally(() => Object.assign(process.env, Object.fromEntries(given)));
}

const askLink = (headers = {}) => api.ask('POST', '/api/auth/setup', { body: {}, headers });
const setUp = (body: object, headers = {}) => api.ask('PUT', '/api/auth/setup', { body, headers });
const signIn = (body: object) => api.ask('POST', '/api/auth/login', { body, ip: crypto.randomUUID() });
const token = () => /#setup=([\w-]{43})$/.exec(lines.at(-1) ?? '')?.[1] ?? '';
const sessionOf = (answer: Response) => ({ cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' });

test('the link in the log makes the owner’s sign-in: once, signed in at once, also after the process has gone', async () => {
  await withoutVariables(async () => {
    expect((await signIn(owner)).status).toBe(503);
    const answer = await askLink();
    expect([answer.status, await answer.text()]).toEqual([200, '{"success":true}']);
    expect(lines).toEqual([expect.stringContaining(`http://localhost:8888/login#setup=${token()}`)]);
    const made = await setUp({ ...chosen, username: ' maria ', token: token() });
    expect(made.status).toBe(200);
    expect(await api.isSignedIn(sessionOf(made))).toBe(true);
    await api.restart();
    expect(await api.isSignedIn(sessionOf(made))).toBe(true);
    const again = await setUp({ username: 'mallory', password: 'another one', token: token() });
    expect([again.status, (await again.json()).error]).toEqual([403, expect.stringContaining('it was used')]);
    expect((await signIn(chosen)).status).toBe(200);
    expect((await signIn({ ...chosen, username: 'Maria' })).status).toBe(401);
  });
});

test('of two who have the link at once, one makes the sign-in', async () => {
  await withoutVariables(async () => {
    await askLink();
    const tries = ['a', 'b'].map((username) => setUp({ ...chosen, username, token: token() }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403]);
  });
});

test('who asks again, such as a stranger, ends no link; after an hour it is over, and the next one ends all before it', async () => {
  const person = await api.colleague('office');
  await withoutVariables(async () => {
    await askLink();
    const first = token();
    await askLink();
    expect(token()).toBe(first);
    vi.setSystemTime(Date.now() + HOUR);
    expect((await setUp({ ...chosen, token: first })).status).toBe(403);
    await askLink();
    expect(token()).not.toBe(first);
    expect((await setUp({ ...chosen, token: first })).status).toBe(403);
    // A new link for a forgotten password ends the owner's sessions, and the former password. Who works there stays.
    const before = sessionOf(await setUp({ ...chosen, token: token() }));
    const access = await keptAccess(api.store('auth'));
    if (!access) throw new Error('No sign-in is kept');
    const office = await startSession(api.store('auth'), { access, person }, Date.now());
    expect(await api.isSignedIn(before)).toBe(true);
    await askLink();
    expect((await setUp({ username: 'maria', password: 'the new one', token: token() })).status).toBe(200);
    expect(await api.isSignedIn(before)).toBe(false);
    expect(await api.isSignedIn({ cookie: `session=${office}` })).toBe(true);
    expect((await signIn(chosen)).status).toBe(401);
  });
});

test('nobody without the link gets in: no token, an empty one, a foreign page, a weak password', async () => {
  await withoutVariables(async () => {
    const foreign = { origin: 'https://evil.example' };
    expect((await setUp({ ...chosen, token: '' })).status).toBe(403);
    expect((await askLink(foreign)).status).toBe(403);
    expect(lines).toEqual([]);
    await askLink();
    for (const wrong of ['', 'x'.repeat(43), `${token()}x`]) {
      expect((await setUp({ ...chosen, token: wrong })).status).toBe(403);
    }
    expect((await setUp(chosen)).status).toBe(400);
    expect((await setUp({ ...chosen, token: token() }, foreign)).status).toBe(403);
    for (const password of ['short', 'é'.repeat(37)]) {
      const answer = await setUp({ ...chosen, password, token: token() });
      expect([answer.status, (await answer.json()).error]).toEqual([400, expect.stringContaining('8 to 72')]);
    }
    expect((await signIn(chosen)).status).toBe(503);
  });
});

test('the variables win over what was chosen in the browser, and where they are set there is no link', async () => {
  await withoutVariables(async () => {
    await askLink();
    await setUp({ ...chosen, token: token() });
  });
  expect([(await signIn(owner)).status, (await signIn(chosen)).status]).toEqual([200, 401]);
  lines = [];
  for (const answer of [await askLink(), await setUp({ ...chosen, token: 'x'.repeat(43) })]) {
    expect([answer.status, (await answer.json()).error]).toEqual([409, expect.stringContaining('ADMIN_PASSWORD_HASH')]);
  }
  expect(lines).toEqual([]);
});

test('a damaged sign-in keeps everybody out until the link makes it anew', async () => {
  await withoutVariables(async () => {
    await api.store('auth').put('owner/access', { ADMIN_USERNAME: '' });
    await api.store('auth').put('owner/link', 'half');
    expect((await signIn({ username: 'maria', password: 'anything' })).status).toBe(503);
    await askLink();
    expect(await api.isSignedIn(sessionOf(await setUp({ ...chosen, token: token() })))).toBe(true);
  });
});
