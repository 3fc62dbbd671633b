import { expect, test, vi } from 'vitest';
import { visitKindLabels } from '#contracts/owner-visit';
import { People } from '#contracts/people-calls';
import { renewFeed } from '#server/calendar/feed';
import { busyLineOf, keepVariables } from '#server/setup/kept-variables';
import { readSchedule } from '#server/slots/schedule';
import { visitRules } from '#business';
import { apiForTests, mailServerForTests } from '#tests/support/admin-api';
import { Today } from '#lead/answers';
import { TestPasskey } from '#tests/support/passkey';
import { HOUR } from '#lib/time/units';

const api = apiForTests();
const server = mailServerForTests();

const ira = { name: 'Ira Katz', role: 'installer', kinds: ['installation', 'service'] };
const answered = async (answer: Promise<Response>, status = 200) =>
  People.parse(JSON.parse(await api.text(answer, status)));
const list = async () => (await answered(api.asOwner('GET', '/api/people'))).people;
const add = async (fields: object = {}) => {
  const { people, invitation } = await answered(api.asOwner('POST', '/api/people', { ...ira, ...fields }), 201);
  const id = invitation?.id ?? '';
  return { id, people, isMailed: invitation?.isMailed, token: invitation?.link.split('#invite=')[1] ?? '' };
};
const remove = (id: string) => api.asOwner('DELETE', `/api/people/${id}`);
const inBy = async (token: string) => {
  const passkey = new TestPasskey();
  const options = await (await api.ask('POST', '/api/auth/invitation', { body: { token } })).json();
  const body = { token, passkey: passkey.made({ challenge: options.challenge ?? 'x' }) };
  const answer = await api.ask('PUT', '/api/auth/invitation', { body });
  const [cookie = '', ...others] = answer.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
  return { passkey, status: answer.status, cookie, others };
};
const scheduled = async () =>
  (await readSchedule(api.store('slots'), visitRules, () => undefined)).schedule.people?.map(({ name }) => name);

test('somebody is added, enters, is changed, and is gone with all that signs in; the owner alone is nobody’s list', async () => {
  expect([await list(), await scheduled()]).toEqual([[], undefined]);
  const added = await add({ ownName: 'Olivia Reyes', phone: '407.555.0123', email: 'ira@example.com', language: 'es' });
  expect(added.people).toMatchObject([
    { id: 'first', name: 'Olivia Reyes', role: 'owner', kinds: Object.keys(visitKindLabels), visits: 0 },
    { ...ira, id: added.id, phone: '(407) 555-0123', hasPasskey: false, devices: [], invitedUntil: expect.any(String) },
  ]);
  const session = await inBy(added.token);
  expect(session.others).toContain('nf_lang=es');
  const [, seen] = await list();
  expect(seen).toMatchObject({ hasPasskey: true, devices: [{ isHere: false }] });
  expect(seen?.invitedUntil).toBeUndefined();
  await api.text(api.asOwner('DELETE', `/api/people/${added.id}/devices/${seen?.devices[0]?.id}`), 204);
  expect(await api.isSignedIn(session)).toBe(false);
  const put = (id: string, body: object) => api.asOwner('PUT', `/api/people/${id}`, body);
  await answered(put(added.id, { ...ira, role: 'office', kinds: [] }));
  await answered(put('first', { ...ira, name: 'Olivia R.' }));
  // What is as it was seen stays as another device has saved it; what is not is asked about.
  await answered(put(added.id, { ...ira, role: 'office', kinds: [], seen: { ...ira, role: 'office' } }));
  expect((await list())[1]).toMatchObject({ role: 'office', kinds: [] });
  const conflicting = await put(added.id, { ...ira, kinds: ['measure'], seen: ira });
  expect([conflicting.status, (await conflicting.json()).conflict]).toEqual([409, { fields: { kinds: [] } }]);
  const [first, second] = await list();
  expect(first).toMatchObject({ name: 'Olivia R.', role: 'owner', kinds: ira.kinds });
  expect(second).toMatchObject({ role: 'office', kinds: [] });
  expect(second?.phone).toBeUndefined();
  expect(await scheduled()).toEqual(['Olivia R.', 'Ira Katz']);
  expect([(await remove('first')).status, (await put('nobody00', ira)).status]).toEqual([404, 404]);
  expect((await put(added.id, { ...ira, role: 'king' })).status).toBe(400);
  const again = await answered(api.asOwner('POST', `/api/people/${added.id}/invitation`));
  const next = await inBy(again.invitation?.link.split('#invite=')[1] ?? '');
  await api.store('slots').put(`schedule/away-of/${added.id}/2099-12-24-2099-12-24`, { note: '' });
  const auth = api.store('auth');
  const variables = { BUSY_ADDRESSES: 'https://calendar.example.com/ira.ics' };
  await keepVariables(auth, { env: process.env, line: busyLineOf(added.id), variables });
  await renewFeed(auth, added.id, Date.now());
  for (const status of [204, 204]) expect((await remove(added.id)).status).toBe(status);
  expect([await api.isSignedIn(next), await list(), await scheduled()]).toEqual([
    false,
    [expect.objectContaining({ id: 'first' })],
    undefined,
  ]);
  const left = JSON.stringify(await api.data());
  expect(left).not.toMatch(/Ira Katz|ira@example|555-0123/);
  // That a mail went is noted for a while.
  const theirs = Object.entries(await api.data()).filter((one) => JSON.stringify(one).includes(added.id));
  expect(theirs.filter(([key]) => !key.startsWith('leads/mailed'))).toEqual([]);
});

test('who has visits to come is not removed, and the refusal says how many', async () => {
  const { id } = await add({ kinds: ['consultation'] });
  await answered(api.asOwner('PUT', '/api/people/first', { ...ira, kinds: [] }));
  await api.booked(await api.openSlot());
  expect((await list()).map(({ visits }) => visits)).toEqual([0, 1]);
  const refused = await remove(id);
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    '1 visit is still to come. Please give it to somebody else first.',
  ]);
  expect(await list()).toHaveLength(2);
});

test('the visits of who goes are given to somebody: the one for which nobody is free keeps them here', async () => {
  const { id } = await add({ kinds: ['consultation'] });
  await answered(api.asOwner('PUT', '/api/people/first', { ...ira, name: 'Olivia', kinds: ['consultation'] }));
  const [first = '', second = ''] = (await api.openSlots()).slice(-2).map(({ start }) => start);
  const visitOf = async (start: string, person: string) => {
    const lead = await api.receive();
    await api.agreed(lead.id, start, { person });
    return lead.id;
  };
  const [ann, ben, cleo] = [await visitOf(first, id), await visitOf(second, id), await visitOf(second, 'first')];
  const refused = await api.asOwner('DELETE', `/api/people/${id}?visitsTo=first`);
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    '1 visit is still to come. Please give it to somebody else first.',
  ]);
  expect((await api.visit(ann)).who).toBe('Olivia');
  expect((await list()).find((one) => one.id === id)?.visits).toBe(1);
  await api.commanded(cleo, { do: 'cancel', from: second, isQuiet: true });
  for (const status of [204, 204])
    expect((await api.asOwner('DELETE', `/api/people/${id}?visitsTo=anybody`)).status).toBe(status);
  expect((await api.visit(ben)).slot).not.toContain(id);
  expect((await api.asOwner('DELETE', `/api/people/${id}?visitsTo=king`)).status).toBe(400);
});

test('the invitation is mailed in the person’s language, once for each; without mail or an address it is only shown', async () => {
  const { id, token, isMailed } = await add({ email: 'ira@example.com', language: 'es' });
  await api.settled();
  const mails = server.received.filter(({ to }) => to.includes('ira@example.com'));
  expect([isMailed, mails.length]).toEqual([true, 1]);
  const { mail } = mails[0] ?? {};
  expect(mail?.subject).toMatch(/^Lo invitaron a las páginas de /);
  expect(mail?.text).toContain(`/login#invite=${token}`);
  expect((await add()).isMailed).toBe(false);
  delete process.env['SMTP_URL'];
  expect((await add({ email: 'ira@example.com' })).isMailed).toBe(false);
  expect(Object.keys(await api.data()).filter((key) => key.includes('outbox/invitation'))).toEqual([]);
  expect(id).toMatch(/^[a-z0-9]{8}$/);
});

test('a mail that waits for its server goes no more once the next invitation is made, or the link is over', async () => {
  server.manners.data = async () => [451, 'Later'];
  const { id, token } = await add({ email: 'ira@example.com' });
  await api.settled();
  const waiting = async () => Object.keys(await api.data()).filter((key) => key.includes(`outbox/invitation-${id}`));
  const [former] = await waiting();
  await answered(api.asOwner('POST', `/api/people/${id}/invitation`));
  const now = await waiting();
  expect([now.length, now.includes(former ?? ''), (await inBy(token)).status]).toEqual([1, false, 403]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * HOUR });
  await api.run('deliver-mail');
  vi.useRealTimers();
  expect([await waiting(), server.received]).toEqual([[], []]);
});

test('visits that were booked while the owner worked alone name the owner once somebody else does: Today says who makes none', async () => {
  const slots = api.store('slots');
  for (const { key } of await slots.list('schedule/people/')) await slots.delete(key);
  const { id } = await api.booked(await api.openSlot());
  expect((await api.visit(id)).who).toBeUndefined();
  await add({ ownName: 'Olivia' });
  expect(await api.visit(id)).toMatchObject({ who: 'Olivia', changes: 1 });
  await answered(api.asOwner('PUT', '/api/people/first', { ...ira, name: 'Olivia', kinds: ['service'] }));
  const { visits } = await api.read(Today, '/api/today');
  expect(visits.map(({ lead, unmanned }) => [lead.id, unmanned])).toContainEqual([id, 'kind']);
});
