import { afterEach, expect, test, vi } from 'vitest';
import { apiForTests, owner } from '#tests/support/admin-api';
import { earlyInWindow } from '#tests/support/limit-window';
import { HOUR, MINUTE } from '#lib/time/units';

const api = apiForTests();
afterEach(() => vi.useRealTimers());

const signIn = async (password: string, ip: string) =>
  (await api.ask('POST', '/api/auth/login', { body: { ...owner, password }, ip })).status;

test('twelve right passwords at once all enter; of right and wrong ones no more than five wrong ones are compared', async () => {
  await earlyInWindow();
  const right = await Promise.all(Array.from({ length: 12 }, () => signIn(owner.password, '192.0.2.20')));
  expect(new Set(right)).toEqual(new Set([200]));
  const tries = Array.from({ length: 24 }, (_, count) => signIn(count % 2 ? owner.password : `${count}`, '192.0.2.21'));
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  const refused = await api.ask('POST', '/api/auth/login', { body: owner, ip: '192.0.2.21' });
  const wait = Number(refused.headers.get('retry-after'));
  expect([refused.status, wait > 5 && wait <= 900]).toEqual([429, true]);
  expect(await refused.json()).toEqual({ error: expect.stringContaining('Too many attempts') });
});

test('a kill while five passwords are compared releases the five tries', async () => {
  const ip = '192.0.2.23';
  const quarter = 15 * MINUTE;
  const start = (Math.floor(Date.now() / quarter) + 1) * quarter;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const limits = api.store('limits');
  const { create } = limits;
  // The try is reserved, and its server goes on no more.
  limits.create = async (key, value) => {
    const written = await create(key, value);
    return written !== null && key.includes('/sign-in/') ? await new Promise<never>(() => undefined) : written;
  };
  for (let tries = 0; tries < 5; tries += 1) void signIn(owner.password, ip);
  await expect.poll(() => reservedTries(start)).toHaveLength(5);
  limits.create = create;
  vi.setSystemTime(start + 61_000);
  expect(await signIn(owner.password, ip)).toBe(200);
});

async function reservedTries(start: number): Promise<unknown[]> {
  const keys = (await api.store('limits').list('')).map(({ key }) => key);
  return keys.filter((key) => key.includes(`${start}/sign-in/`));
}

test.each([13, 24 * 390])(
  'a session that was ended stays ended when the clock jumps ahead by %i hours',
  async (hours) => {
    const session = await api.signIn();
    await api.ask('POST', '/api/auth/logout', { headers: session });
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + hours * HOUR });
    await api.run('sweep-media');
    expect(await api.isSignedIn(session)).toBe(false);
    vi.setSystemTime(now);
    expect(await api.isSignedIn(session)).toBe(false);
  },
);
