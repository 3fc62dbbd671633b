import { expect, test } from 'vitest';
import { AuthStatus } from '#contracts/auth';
import { people } from '#server/slots/people';
import { routes } from '#server/http/routes';
import { apiForTests } from '#tests/support/admin-api';
import { whoMay } from '#tests/support/who-may';

const api = apiForTests();

/** Every row of the tables. The sign-out comes last: it ends the sessions of the others. */
const calls = Object.values(routes)
  .flatMap((table) =>
    Object.entries(table).flatMap(([address, rows]) =>
      ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) => (method in rows ? { method, address } : [])),
    ),
  )
  .toSorted((one, other) => Number(one.address.endsWith('/logout')) - Number(other.address.endsWith('/logout')));

const PERSONS = ['owner', 'office', 'installer', 'a later role', 'nobody'] as const;
const expected = {
  anybody: PERSONS.map(() => 'yes'),
  team: ['yes', 'yes', 'yes', 403, 401],
  office: ['yes', 'yes', 403, 403, 401],
  owner: ['yes', 403, 403, 403, 401],
};

test('each address answers each role, and nobody, as the list of who may what says: all others hear 401 or 403', async () => {
  const [owner, office, installer, later] = await Promise.all([
    api.signIn(),
    ...['office', 'installer', 'a-later-role'].map((role) => api.colleague(role)),
  ]);
  const found: Record<string, unknown> = {};
  for (const { method, address } of calls) {
    const isPublic = whoMay[`${method} ${address}`] === 'anybody';
    const cells = [owner, office, installer, later, null].map(async (session) => {
      const headers = session ? { cookie: session.cookie } : {};
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const { status } = await api.ask(method, address.replaceAll(/:\w+/g, 'a'), { headers, ...body });
      return isPublic || ![401, 403].includes(status) ? 'yes' : status;
    });
    found[`${method} ${address}`] = await Promise.all(cells);
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(whoMay).map(([call, who]) => [call, expected[who]])));
});

test('whom an address is not for reads whose it is, also at an address of nothing', async () => {
  const [office, installer] = [await api.colleague('office'), await api.colleague('installer')];
  const said = async ({ cookie }: { cookie: string }, method: string, address: string) =>
    (await (await api.ask(method, address, { headers: { cookie } })).json()).error;
  expect(await said(office, 'GET', '/api/backups/none')).toBe('This is for the owner alone.');
  expect(await said(installer, 'DELETE', '/api/leads/none')).toBe('This is for the owner and the office.');
});

test('a role counts at once; a record that is gone or damaged ends the sessions of whom it names, and of nobody else', async () => {
  const check = async ({ cookie }: { cookie: string }) =>
    AuthStatus.parse(await (await api.ask('GET', '/api/auth/check', { headers: { cookie } })).json());
  const list = async ({ cookie }: { cookie: string }) =>
    (await api.ask('GET', '/api/leads', { headers: { cookie } })).status;
  const [office, installer] = [await api.colleague('office'), await api.colleague('installer')];
  const slots = api.store('slots');
  expect(await check(installer)).toEqual({ authenticated: true, name: 'Installer', role: 'installer' });
  await slots.put(people.place + installer.id, { name: 'Ira', role: 'office', kinds: [] });
  expect([await check(installer), await list(installer)]).toEqual([
    { authenticated: true, name: 'Ira', role: 'office' },
    200,
  ]);
  for (const record of [{ name: 'Ira' }, null]) {
    await (record ? slots.put(people.place + installer.id, record) : slots.delete(people.place + installer.id));
    expect([await check(installer), await list(installer)]).toEqual([{ authenticated: false }, 401]);
  }
  expect([await list(office), await list(await api.signIn())]).toEqual([200, 200]);
});
