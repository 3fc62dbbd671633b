import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AlertDevice, Alerts, CalendarFeed, Messages } from '#contracts/alerts';
import { Availability } from '#contracts/calendar';
import { MINUTE } from '#lib/time/units';
import { makePushKeys } from '#local/admin';
import { leadKey } from '#server/leads/lead-id';
import { apiForTests, owner } from '#tests/support/admin-api';
import { PushService } from '#tests/support/push-service';
import { leadOf } from '#tests/support/visits';

const api = apiForTests();
const keys = makePushKeys();
const service = new PushService(keys.VAPID_PUBLIC_KEY);
beforeAll(async () => {
  await service.start();
  Object.assign(process.env, keys);
});
afterAll(async () => {
  await service.stop();
  for (const name of Object.keys(keys)) delete process.env[name];
});
beforeEach(() => {
  service.received.length = 0;
  service.answers = () => 201;
});

const DEVICES = '/api/alerts/devices';

async function add(name: string): Promise<AlertDevice> {
  const answer = await api.asOwner('POST', DEVICES, { ...service.subscribe(name), name });
  expect(answer.status).toBe(201);
  return AlertDevice.parse(await answer.json());
}

async function alerts(): Promise<Alerts> {
  return Alerts.parse(await (await api.asOwner('GET', '/api/alerts')).json());
}

test('a device is added, once though it is added again, told a test, and removed', async () => {
  const subscription = service.subscribe('iPhone');
  for (const name of ['First', 'Second']) await api.asOwner('POST', DEVICES, { ...subscription, name });
  const [device, ...more] = (await alerts()).devices;
  if (!device) throw new Error('No device');
  expect([device.name, more]).toEqual(['Second', []]);
  expect(await alerts()).toMatchObject({ pushKey: keys.VAPID_PUBLIC_KEY, devices: [device] });
  const answer = await api.asOwner('POST', `${DEVICES}/${device.id}`);
  expect([answer.status, AlertDevice.parse(await answer.json()).toldAt]).toEqual([200, expect.any(String)]);
  expect(service.received.map(({ data }) => data['title'])).toEqual(['This is a test']);
  expect((await alerts()).devices[0]?.toldAt).toEqual(expect.any(String));
  expect((await api.asOwner('DELETE', `${DEVICES}/${device.id}`)).status).toBe(204);
  expect((await alerts()).devices).toEqual([]);
  expect((await api.asOwner('POST', `${DEVICES}/${device.id}`)).status).toBe(404);
});

test('a test to a subscription that has ended removes it, and one that fails says so', async () => {
  const device = await add('old');
  service.answers = () => 500;
  expect((await api.asOwner('POST', `${DEVICES}/${device.id}`)).status).toBe(502);
  expect((await alerts()).devices).toHaveLength(1);
  service.answers = () => 410;
  expect((await api.asOwner('POST', `${DEVICES}/${device.id}`)).status).toBe(410);
  expect((await alerts()).devices).toEqual([]);
});

test.each(['https://169.254.169.254/latest', 'http://push.example.com/a', 'nonsense'])(
  '%s is no push service',
  async (endpoint) => {
    const { keys: own } = service.subscribe('x');
    const answer = await api.asOwner('POST', DEVICES, { endpoint, keys: own, name: 'X' });
    expect(answer.status).toBe(400);
    expect((await alerts()).devices).toEqual([]);
  },
);

test('a preview sends no mail, notification or event, though the variables reach it', async () => {
  const { servicesFor } = await import('#server/http/services');
  const env = {
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@example.com', MAIL_TO: 'owner@example.com' },
    ...{ LEADS_WEBHOOK_URL: 'https://crm.example.com/', LEADS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` },
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const contextOf = (context: string) => ({ ip: '', deploy: { context } }) as Parameters<typeof servicesFor>[0];
  const sending = async (context: string) =>
    Object.values((await servicesFor(contextOf(context))).channels).filter((channel) => channel?.sends).length;
  expect(await Promise.all(['dev', 'deploy-preview', 'branch-deploy'].map(sending))).toEqual([3, 0, 0]);
  expect((await alerts()).webhook).toEqual({ host: 'crm.example.com', waiting: 0 });
});

async function book(index: number, fields: object = {}) {
  const slot = await api.openSlot(index);
  return { ...(await api.booked(slot, fields)), slot };
}

test('a booking reaches the phone after its answer, as one notification that names its lead', async () => {
  const device = await add('phone');
  const { id } = await book(0);
  await expect.poll(() => service.received.map(({ data }) => data['lead'])).toEqual([id]);
  await api.asOwner('DELETE', `${DEVICES}/${device.id}`);
});

const pathOf = (address: string) => new URL(address).pathname;

async function makeFeed(): Promise<string> {
  const answer = await api.asOwner('POST', '/api/alerts/feed');
  expect(answer.status).toBe(200);
  return pathOf(CalendarFeed.parse(await answer.json()).address);
}

function eventsOf(calendar: string): ICAL.Event[] {
  return new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
}

test('the calendar feed has each coming visit, for whoever has its address alone', async () => {
  expect((await api.ask('GET', '/calendar/anything.ics')).status).toBe(404);
  const address = await makeFeed();
  const { id, slot } = await book(1, { name: 'Ann; Bell, Esq.', message: 'Ring twice.\nBEGIN:VEVENT' });
  const gone = await book(2);
  expect((await api.submit(gone.address, { action: 'cancel' })).status).toBe(303);
  const answer = await api.ask('GET', address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('private');
  const text = await answer.text();
  const visits = eventsOf(text).filter((event) => event.startDate.toJSDate().toISOString() === slot.start);
  expect(visits).toHaveLength(1);
  expect(visits[0]?.summary).toBe('Visit: Ann; Bell, Esq., Roswell');
  expect(visits[0]?.description).toContain(`Ring twice.\nBEGIN:VEVENT\n`);
  expect(visits[0]?.description).toContain(`/admin/leads#${id}`);
  expect(text).not.toContain(gone.id);
  expect((await alerts()).feed).toMatchObject({ address: expect.stringContaining(address) });
});

test('who has the feed is told that it is the same; a new address ends the former one', async () => {
  const address = await makeFeed();
  const etag = (await api.ask('GET', address)).headers.get('etag') ?? '';
  expect((await api.ask('GET', address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await book(3);
  expect((await api.ask('GET', address, { headers: { 'if-none-match': etag } })).status).toBe(200);
  const next = await makeFeed();
  expect((await api.ask('GET', address)).status).toBe(404);
  expect((await api.ask('GET', next)).status).toBe(200);
  expect((await api.ask('GET', next.replace(/\.ics$/, ''))).status).toBe(404);
  expect((await api.asOwner('DELETE', '/api/alerts/feed')).status).toBe(204);
  expect((await api.ask('GET', next)).status).toBe(404);
  expect((await alerts()).feed).toBeUndefined();
});

test('the site says how soon we usually answer, once the owner wants it and 20 were answered, as the hourly sweep counts', async () => {
  const answers = async () => (await api.read(Availability, '/api/calendar/availability')).answersWithin;
  const turn = async (saysAnswerTime: boolean) =>
    Messages.parse(await (await api.asOwner('PUT', '/api/alerts', { saysAnswerTime })).json());
  expect((await alerts()).messages).toEqual({ saysAnswerTime: false, answersWithin: null });
  expect(await turn(true)).toEqual({ saysAnswerTime: true, answersWithin: null });
  const asked = new Date(Date.now() - 100 * MINUTE).toISOString();
  for (let count = 0; count < 20; count += 1) {
    const lead = { ...leadOf(`${count}`), status: 'contacted', createdAt: asked, calledAt: new Date().toISOString() };
    await api.store('leads').put(leadKey(lead.id), lead);
  }
  await api.run('sweep-leads');
  expect([await answers(), (await alerts()).messages?.answersWithin]).toEqual([2, 2]);
  await turn(false);
  expect(await answers()).toBeUndefined();
  expect(await turn(true)).toEqual({ saysAnswerTime: true, answersWithin: 2 });
  expect((await api.ask('PUT', '/api/alerts', { body: { saysAnswerTime: false } })).status).toBe(401);
});

test('the owner’s language is a cookie for Netlify, at once and with each sign-in once it is chosen', async () => {
  const cookieOf = async (answer: Response | Promise<Response>) =>
    (await answer).headers.getSetCookie().find((cookie) => cookie.startsWith('nf_lang='));
  const signIn = () => api.ask('POST', '/api/auth/login', { body: owner });
  expect([(await alerts()).language, await cookieOf(signIn())]).toEqual([undefined, undefined]);
  const cookie = 'nf_lang=es; Path=/; Max-Age=34560000; SameSite=Lax';
  expect(await cookieOf(api.asOwner('PUT', '/api/alerts', { language: 'es' }))).toBe(cookie);
  expect([(await alerts()).language, await cookieOf(signIn())]).toEqual(['es', cookie]);
  expect(await cookieOf(api.asOwner('PUT', '/api/alerts', { saysAnswerTime: false }))).toBeUndefined();
  expect((await api.asOwner('PUT', '/api/alerts', { language: 'fr' })).status).toBe(400);
  const { id } = await add('phone');
  await api.receive({ name: 'Ana', serviceInterest: 'General Inquiry' });
  await api.asOwner('DELETE', `${DEVICES}/${id}`);
  expect(service.received.map(({ data }) => data['title'])).toEqual(['Solicitud nueva: Ana, Roswell']);
  expect(await api.text(api.ask('GET', await makeFeed()))).toContain('Visitas de');
  await api.asOwner('PUT', '/api/alerts', { language: 'en' });
});

test('a request that the owner opens, or does something about, is not told again; who is signed out opens nothing', async () => {
  await add('phone');
  const now = Date.parse((await api.openSlot()).start);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const other = await api.signIn();
  const ids = [];
  for (const name of ['Opened', 'Noted', 'Left']) ids.push((await api.receive({ name })).id);
  await api.settled();
  const [opened = '', noted = '', left = ''] = ids;
  await api.text(api.asOwner('GET', `/api/leads/${opened}`));
  await api.commanded(noted, { do: 'note', note: { id: 'n', text: 'Called' } });
  await api.ask('POST', '/api/auth/logout', { headers: other });
  expect((await api.ask('GET', `/api/leads/${left}`, { headers: other })).status).toBe(401);
  await api.settled();
  vi.setSystemTime(now + 16 * MINUTE);
  for (const _ of ['once', 'twice']) await api.run('deliver-mail');
  const answer = service.received.map(({ data }) =>
    /^Nobody has opened .*: (Opened|Noted|Left),/.exec(`${data['title']}`),
  );
  expect(answer.flatMap((match) => match?.[1] ?? [])).toEqual(['Left']);
});
