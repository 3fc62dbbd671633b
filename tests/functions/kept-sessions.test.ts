import { hash } from 'bcryptjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alerts } from '#contracts/alerts';
import { DAY, HOUR } from '#lib/time/units';
import { apiForTests, owner } from '#tests/support/admin-api';
import { sessionOf } from '#tests/support/session';

const api = apiForTests();
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { key } of await api.store('auth').list('sessions/')) await api.store('auth').delete(key);
});

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15';

async function signIn({ stay = true, cookie = '', hasTouch = false, userAgent = iPhone } = {}) {
  const headers = { 'user-agent': userAgent, cookie };
  const answer = await api.ask('POST', '/api/auth/login', {
    body: { ...owner, stay, hasTouch },
    headers,
    ip: crypto.randomUUID(),
  });
  return setBy(answer);
}
const devices = async ({ cookie }: { cookie: string }) =>
  Alerts.parse(await (await api.ask('GET', '/api/alerts', { headers: { cookie } })).json()).signedIn;
const signOutDevice = ({ cookie }: { cookie: string }, id: string) =>
  api.ask('DELETE', `/api/auth/devices/${id}`, { headers: { cookie } });
/** The session's cookie that an answer sets, and for how many seconds. */
function setBy(answer: Response) {
  const [set = ''] = answer.headers.getSetCookie();
  return { cookie: set.split(';')[0] ?? '', maxAge: Number(/Max-Age=(\d+)/.exec(set)?.[1] ?? 0) };
}
const NOT = { cookie: '', maxAge: 0 };
const renewed = async ({ cookie }: { cookie: string }) =>
  setBy(await api.ask('GET', '/api/auth/check', { headers: { cookie } }));
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a device stays signed in for 30 days, and is forgotten afterwards; any other for 12 hours', async () => {
  const [kept, usual] = [await signIn(), await signIn({ stay: false })];
  expect([kept.maxAge, usual.maxAge]).toEqual([30 * 24 * 3600, 12 * 3600]);
  const name = 'iPhone, Safari';
  const listed = [true, false].map((stays) => expect.objectContaining({ name, stays, isHere: !stays }));
  expect(await devices(usual)).toEqual(expect.arrayContaining(listed));
  later(12 * HOUR + 1000);
  expect([await api.isSignedIn(kept), await api.isSignedIn(usual)]).toEqual([true, false]);
  later(30 * DAY);
  expect(await api.isSignedIn(kept)).toBe(false);
  await api.run('sweep-media');
  expect(await api.store('auth').list('sessions/')).toEqual([]);
});

test('use renews it, once a day: the cookie and the record last for 30 days more, and a clock that jumps back takes nothing', async () => {
  const [kept, usual] = [await signIn(), await signIn({ stay: false })];
  later(11 * HOUR);
  expect([await renewed(kept), await renewed(usual)]).toEqual([NOT, NOT]);
  later(20 * DAY);
  const next = await renewed(kept);
  expect([next.maxAge, await renewed(next)]).toEqual([30 * 24 * 3600, NOT]);
  later(-15 * DAY);
  expect([await renewed(next), await api.isSignedIn(next)]).toEqual([NOT, true]);
  later(15 * DAY + 29 * DAY);
  expect([await api.isSignedIn(kept), await api.isSignedIn(next)]).toEqual([false, true]);
});

test('an iPad, which calls itself a Mac, is listed as an iPad', async () => {
  const kept = await signIn({ userAgent: mac, hasTouch: true });
  expect(await devices(kept)).toMatchObject([{ name: 'iPad, Safari' }]);
});

test('its use is noted once a day', async () => {
  const kept = await signIn();
  const seen = async () => (await devices(kept))[0];
  const first = await seen();
  expect(first).toMatchObject({ isHere: true, usedAt: first?.signedInAt });
  later(23 * HOUR);
  expect(await seen()).toEqual(first);
  later(HOUR);
  await api.isSignedIn(kept);
  expect(await seen()).toEqual({ ...first, usedAt: new Date().toISOString() });
});

test.each<[string, (kept: { cookie: string }) => Promise<unknown>]>([
  ['signing out', ({ cookie }) => api.ask('POST', '/api/auth/logout', { headers: { cookie } })],
  ['signing in anew', ({ cookie }) => signIn({ cookie })],
  [
    'the list of devices',
    async (kept) => {
      const here = (await devices(kept)).find(({ isHere }) => isHere);
      expect((await signOutDevice(await signIn({ stay: false }), here?.id ?? '')).status).toBe(204);
    },
  ],
])('it ends for good by %s, and no other one does', async (_, end) => {
  for (const stay of [true, false]) {
    const [kept, other] = [await signIn({ stay }), await signIn({ stay })];
    later(stay ? 2 * DAY : HOUR);
    await end(kept);
    expect(await renewed(kept)).toEqual(NOT);
    expect([await api.isSignedIn(kept), await api.isSignedIn(other)]).toEqual([false, true]);
  }
});

test('a new password ends every one, and lists none of them', async () => {
  const [kept, usual] = [await signIn(), await signIn({ stay: false })];
  const renewed = { ADMIN_PASSWORD_HASH: Buffer.from(await hash('new', 4)).toString('base64') };
  const former = { ADMIN_PASSWORD_HASH: process.env['ADMIN_PASSWORD_HASH'] };
  Object.assign(process.env, renewed);
  const since = { cookie: `session=${await sessionOf(api.store('auth'))}` };
  const seen = [await api.isSignedIn(kept), await api.isSignedIn(usual), await devices(since)];
  Object.assign(process.env, former);
  expect(seen).toEqual([false, false, [expect.objectContaining({ isHere: true })]]);
});

test('a damaged record asks for the password again, and ids of nothing are no error', async () => {
  const kept = await signIn();
  const [record] = await api.store('auth').list('sessions/');
  const usual = await signIn({ stay: false });
  for (const id of ['x', crypto.randomUUID()]) expect((await signOutDevice(usual, id)).status).toBe(204);
  await api.store('auth').put(record?.key ?? '', { usedAt: 'soon' });
  expect([await api.isSignedIn(kept), await devices(usual)]).toMatchObject([false, [{ isHere: true }]]);
});
