import { hash } from 'bcryptjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alerts } from '#contracts/alerts';
import { invite } from '#server/auth/invitations';
import { people } from '#server/slots/people';
import { apiForTests } from '#tests/support/admin-api';
import { TestPasskey } from '#tests/support/passkey';
import { HOUR, MINUTE } from '#lib/time/units';

const api = apiForTests();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Session = { readonly cookie: string };
const send = (method: string, address: string, body: object, session?: Session) =>
  api.ask(method, `/api/auth/${address}`, { body, headers: session ?? {} });
const options = async (address: string, body = {}, session?: Session) =>
  await (await send('POST', address, body, session)).json();
const sessionIn = (answer: Response) => ({ cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' });

/** A new passkey of who is signed in. */
async function add(session: Session, passkey = new TestPasskey()): Promise<TestPasskey> {
  later(1);
  const answer = await send(
    'PUT',
    'passkeys',
    { passkey: passkey.made(await options('passkeys', {}, session)) },
    session,
  );
  expect([answer.status, await answer.json()]).toEqual([201, { success: true }]);
  return passkey;
}
/** What the sign-in by it sends. */
async function proof(passkey: TestPasskey, page = {}) {
  later(1);
  return { passkey: passkey.signed(await options('passkey'), page) };
}
const enter = (body: object) => send('PUT', 'passkey', body);

test('a passkey signs in whose it is, is listed and removed by them alone, and opens nothing after that', async () => {
  const [owner, installer] = [await api.signIn(), await api.colleague('installer')];
  const passkeys = [await add(owner), await add(installer)] as const;
  const who = await Promise.all(
    passkeys.map(async (passkey) => {
      const answer = await enter(await proof(passkey));
      expect(answer.status).toBe(200);
      return await (await api.ask('GET', '/api/auth/check', { headers: sessionIn(answer) })).json();
    }),
  );
  expect(who).toMatchObject([
    { role: 'owner', name: 'owner' },
    { role: 'installer', name: 'Installer' },
  ]);
  const own = async () => Alerts.parse(await (await api.ask('GET', '/api/alerts', { headers: owner })).json()).passkeys;
  const [mine] = await own();
  expect(await own()).toEqual([{ id: mine?.id, name: 'A device', madeAt: expect.any(String) }]);
  const remove = (session: Session) => api.ask('DELETE', `/api/auth/passkeys/${mine?.id}`, { headers: session });
  expect([(await remove(installer)).status, (await own()).length]).toEqual([204, 1]);
  expect([(await remove(owner)).status, (await own()).length]).toEqual([204, 0]);
  const statuses = [(await enter(await proof(passkeys[0]))).status, (await enter(await proof(passkeys[1]))).status];
  expect(statuses).toEqual([401, 200]);
});

test('a challenge is good once, for five minutes, and for what it was asked for', async () => {
  const owner = await api.signIn();
  const passkey = await add(owner);
  const sent = await proof(passkey);
  const asked = await options('passkey');
  expect([(await enter(sent)).status, (await enter(sent)).status]).toEqual([200, 401]);
  const twice = await proof(passkey);
  const statuses = (await Promise.all([enter(twice), enter(twice)])).map(({ status }) => status);
  expect(statuses.toSorted(), 'of two at once').toEqual([200, 401]);
  later(MINUTE);
  expect((await enter({ passkey: passkey.signed(asked) })).status, 'asked for before the last sign-in').toBe(401);
  const late = await proof(passkey);
  later(5 * MINUTE);
  const other = await options('passkeys', {}, owner);
  for (const wrong of [late, { passkey: passkey.signed(other) }, { passkey: passkey.signed({ challenge: 'abc' }) }]) {
    expect((await enter(wrong)).status).toBe(401);
  }
  const added = async (challenge: { challenge: string }) =>
    (await send('PUT', 'passkeys', { passkey: new TestPasskey().made(challenge) }, owner)).status;
  const anothers = await options('passkeys', {}, await api.colleague('office'));
  expect([await added(anothers), await added(await options('passkey'))]).toEqual([409, 409]);
  expect((await send('PUT', 'passkeys', { passkey: passkey.made(other) }, owner)).status, 'it is there').toBe(409);
});

test('no other site’s signature, no unverified person, no counter that goes back and no other key opens it', async () => {
  const passkey = await add(await api.signIn());
  expect((await enter(await proof(passkey, { counter: 7 }))).status).toBe(200);
  for (const page of [{ origin: 'https://evil.example' }, { isVerified: false, counter: 9 }, { counter: 7 }]) {
    expect((await enter(await proof(passkey, page))).status, JSON.stringify(page)).toBe(401);
  }
  const stranger = (await proof(new TestPasskey())).passkey;
  const id = { id: passkey.id, rawId: passkey.id };
  const response = { clientDataJSON: 1, authenticatorData: ['%'] };
  const strange = [{ id: '../x' }, { ...stranger, ...id, response }, { ...stranger, ...id, response: null }];
  for (const wrong of [stranger, { ...stranger, ...id }, ...strange]) {
    expect((await enter({ passkey: wrong })).status).toBe(401);
  }
  for (const wrong of [{}, { passkey: null }, { passkey: { id: 1 } }]) expect((await enter(wrong)).status).toBe(400);
});

test('a new password ends the owner’s passkeys and sessions, which may be an intruder’s, and nobody else’s', async () => {
  const [olivia, office] = [await api.signIn(), await api.colleague('office')];
  const [mine, theirs] = [await add(olivia), await add(office)];
  const former = process.env['ADMIN_PASSWORD_HASH'];
  process.env['ADMIN_PASSWORD_HASH'] = Buffer.from(await hash('new', 4)).toString('base64');
  const statuses = [(await enter(await proof(mine))).status, (await enter(await proof(theirs))).status];
  expect([await api.isSignedIn(olivia), await api.isSignedIn(office)]).toEqual([false, true]);
  process.env['ADMIN_PASSWORD_HASH'] = former;
  expect([...statuses, (await enter(await proof(mine))).status]).toEqual([401, 200, 200]);
});

test('an invitation makes a passkey and a session: once, within 48 hours, until the next one, for who is still there', async () => {
  const { id, name } = await api.colleague('installer');
  const newToken = async () => (await invite(api.store('auth'), id, Date.now())).token;
  const open = (token: string) => send('POST', 'invitation', { token });
  const accept = async (token: string, passkey = new TestPasskey()) => {
    const answer = await (await open(token)).json();
    return await send('PUT', 'invitation', { token, passkey: passkey.made({ challenge: answer.challenge ?? 'x' }) });
  };
  const [first, token] = [await newToken(), await newToken()];
  expect((await open(first)).status).toBe(403);
  expect(await (await open(token)).json()).toMatchObject({ user: { name } });
  const passkey = new TestPasskey();
  const answer = await accept(token, passkey);
  expect(answer.status).toBe(200);
  expect(await (await api.ask('GET', '/api/auth/check', { headers: sessionIn(answer) })).json()).toMatchObject({
    name,
  });
  expect((await enter(await proof(passkey))).status).toBe(200);
  expect(JSON.stringify((await api.store('auth').get(`invitations/${id}`))?.value)).not.toContain(token.slice(9));
  for (const used of [token, '', 'x'.repeat(52), `${id}-abc`]) expect((await accept(used)).status, used).toBe(403);
  const atOnce = await newToken();
  const both = await Promise.all([accept(atOnce), accept(atOnce)]);
  expect(both.map(({ status }) => status === 200).toSorted()).toEqual([false, true]);
  const over = await newToken();
  later(48 * HOUR);
  expect((await open(over)).status).toBe(403);
  const last = await newToken();
  await api.store('slots').delete(people.place + id);
  expect([(await open(last)).status, (await enter(await proof(passkey))).status]).toEqual([403, 401]);
});
