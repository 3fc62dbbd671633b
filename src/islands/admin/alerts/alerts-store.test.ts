import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Alerts } from '#contracts/alerts';
import { deviceName } from '#lib/device-name';
import { adminPage } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { TestPasskey } from '#tests/support/passkey';
import { NoPasskey, type Passkeys } from '../passkeys.ts';
import type { PushBrowser } from './browser-push.ts';
import { createAlertsAdmin } from './alerts-store.ts';

const server = scriptedServer();
const ENDPOINT = 'https://push.example.com/abc';
/** The device's, as the server makes it: the first 16 bytes of the SHA-256. */
const ID = createHash('sha256').update(ENDPOINT).digest('hex').slice(0, 32);
const DEVICE = `/api/alerts/devices/${ID}`;
const at = '2026-11-20T15:00:00.000Z';
const device = { id: ID, name: 'iPhone, Safari', addedAt: at };

const lost = { id: 'b', name: 'iPad, Safari', signedInAt: at, usedAt: at, stays: true, isHere: false };
const signedIn = [{ ...lost, id: 'a', isHere: true }, lost];

const messages = { asksForReview: false, saysAnswerTime: false, answersWithin: null };
const told = { body: { signedIn, passkeys: [], messages, pushKey: 'key', devices: [device] } };

const passkeys: Passkeys = {
  make: async ({ challenge }) =>
    challenge === 'closed' ? Promise.reject(new NoPasskey()) : new TestPasskey().made({ challenge }),
  sign: () => Promise.reject(new NoPasskey()),
};

interface World {
  readonly alerts?: Omit<Alerts, 'signedIn' | 'passkeys' | 'messages'>;
  readonly push?: Partial<PushBrowser>;
}

async function page({ alerts = { pushKey: 'key', devices: [] }, push = {} }: World = {}) {
  const { environment, session, events } = adminPage(server, '/admin/alerts');
  server.script('/api/alerts', { body: { signedIn, passkeys: [], messages, ...alerts } });
  for (const path of ['/api/alerts/devices', DEVICE, '/api/alerts/feed']) server.script(path, { body: device });
  let permission: NotificationPermission = 'default';
  let endpoint: string | null = null;
  const browser: PushBrowser = {
    support: () => 'yes',
    permission: () => permission,
    async ask() {
      permission = 'granted';
      return permission;
    },
    endpoint: async () => endpoint,
    async subscribe() {
      endpoint = ENDPOINT;
      return { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } };
    },
    async unsubscribe() {
      endpoint = null;
      events.push('unsubscribed');
    },
    deviceName: () => 'iPhone, Safari',
    ...push,
  };
  const admin = createAlertsAdmin(environment, session, { push: browser, passkeys });
  // Computed only for subscribers.
  admin.$here.subscribe(() => undefined);
  await admin.start();
  return { admin, messages: events };
}

const asked = () => server.heard.map(({ method, path }) => `${method} ${path}`);

const listed = (admin: Awaited<ReturnType<typeof page>>['admin']) => {
  const loaded = admin.$alerts.get();
  return loaded.state === 'ready' ? loaded.alerts.devices.map(({ id }) => id) : loaded.state;
};

test('a browser that may be told is added, and finds itself in the list', async () => {
  const { admin, messages } = await page();
  expect(admin.$here.get()).toEqual({ state: 'ready' });
  server.script('/api/alerts', told);
  await admin.tellHere();
  expect(admin.$here.get()).toEqual({ state: 'added', id: ID });
  expect([listed(admin), messages]).toEqual([[ID], ['Alerts are on for this device']]);
});

test('one that was added before knows itself by its endpoint', async () => {
  const alerts = { pushKey: 'key', devices: [device] };
  const { admin } = await page({ alerts, push: { endpoint: async () => ENDPOINT, permission: () => 'granted' } });
  expect(admin.$here.get()).toEqual({ state: 'added', id: ID });
});

test.each([
  ['off', { alerts: { devices: [] } }],
  ['install', { push: { support: () => 'install' } }],
  ['unsupported', { push: { support: () => 'no' } }],
  ['denied', { push: { permission: () => 'denied' } }],
] as [string, World][])('what hinders it is said: %s', async (state, world) => {
  const { admin } = await page(world);
  expect(admin.$here.get()).toEqual({ state });
});

test('a permission that is refused adds nothing, and is said; one that is put off can be asked for again', async () => {
  const ask = async () => 'denied' as const;
  const { admin } = await page({ push: { ask, permission: () => 'denied' } });
  await admin.tellHere();
  expect(admin.$here.get()).toEqual({ state: 'denied' });
  expect(asked()).not.toContain('POST /api/alerts/devices');
  const later = await page({ push: { ask: async () => 'default' } });
  await later.admin.tellHere();
  expect(later.admin.$here.get()).toEqual({ state: 'ready' });
});

test('a push service that cannot be reached is said, and can be tried again', async () => {
  const { admin, messages } = await page({ push: { subscribe: () => Promise.reject(new Error('AbortError')) } });
  await admin.tellHere();
  expect(messages).toEqual(['Error: That did not work. Please try again in a moment.']);
  expect([admin.$here.get(), admin.$busy.get()]).toEqual([{ state: 'ready' }, null]);
});

test('a test is sent; a refusal is said, and the list read again, since the device may have gone', async () => {
  const alerts = { pushKey: 'key', devices: [device] };
  const { admin, messages } = await page({ alerts });
  await admin.test(ID);
  expect(messages).toEqual(['Test sent']);
  server.script(DEVICE, { status: 502, body: { error: 'No.' } });
  await admin.test(ID);
  expect(messages).toEqual(['Test sent', 'Error: No.']);
  expect(asked().filter((call) => call === 'GET /api/alerts')).toHaveLength(3);
});

test('a device is removed, and this browser forgets its subscription with it', async () => {
  const { admin, messages } = await page();
  server.script('/api/alerts', told, { body: { ...told.body, devices: [] } });
  await admin.tellHere();
  await admin.remove(ID);
  expect(messages).toEqual(['Alerts are on for this device', 'unsubscribed', 'Alerts are off for that device']);
  expect([listed(admin), admin.$here.get()]).toEqual([[], { state: 'ready' }]);
});

test('a list that cannot be loaded says so, and a second press does nothing while the first is under way', async () => {
  const { admin } = await page();
  server.script('/api/alerts', { status: 502, body: { error: 'No.' } });
  await admin.load();
  expect(admin.$alerts.get()).toEqual({ state: 'failed' });
  await Promise.all([admin.renewFeed(), admin.renewFeed()]);
  expect(asked().filter((call) => call.endsWith('/feed'))).toHaveLength(1);
});

test.each<[string, string, (admin: Awaited<ReturnType<typeof page>>['admin']) => Promise<unknown>]>([
  ['add', 'POST /api/alerts/devices', (admin) => admin.tellHere()],
  [`test ${ID}`, `POST ${DEVICE}`, (admin) => admin.test(ID)],
  [`remove ${ID}`, `DELETE ${DEVICE}`, (admin) => admin.remove(ID)],
  ['messages', 'PUT /api/alerts', (admin) => admin.switch({ saysAnswerTime: true })],
  ['feed', 'POST /api/alerts/feed', (admin) => admin.renewFeed()],
  ['feed', 'DELETE /api/alerts/feed', (admin) => admin.endFeed()],
])('what is being done is known meanwhile: %s is %s', async (name, call, act) => {
  const { admin } = await page();
  const busy: (string | null)[] = [];
  admin.$busy.listen((what) => busy.push(what));
  await act(admin);
  expect([asked(), busy]).toEqual([expect.arrayContaining([call]), [name, null]]);
});

test('a lost device is signed out and leaves the list', async () => {
  const { admin, messages: toasts } = await page();
  server.script('/api/auth/devices/b', { status: 204 });
  server.script('/api/alerts', { body: { ...told.body, signedIn: signedIn.slice(0, 1) } });
  await admin.signOut('b');
  expect(admin.$alerts.get()).toMatchObject({ alerts: { signedIn: [{ id: 'a' }] } });
  expect(toasts).toEqual(['That device is signed out']);
  expect(asked().slice(-2)).toEqual(['DELETE /api/auth/devices/b', 'GET /api/alerts']);
});

test('a switch is saved alone, and the page shows what the server then says', async () => {
  const { admin, messages: toasts } = await page();
  const shown = { ...messages, saysAnswerTime: true, answersWithin: 2 };
  server.script('/api/alerts', { body: shown }, { body: { ...told.body, messages: shown } });
  await admin.switch({ saysAnswerTime: true });
  expect(admin.$alerts.get()).toMatchObject({ alerts: { messages: shown } });
  const put = server.heard.find(({ method }) => method === 'PUT');
  expect([put?.body, toasts]).toEqual(['{"saysAnswerTime":true}', ['Saved']]);
});

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari}`, 'iPhone, Safari'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Android phone, Chrome'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/142.0.0.0`, 'Windows, Edge'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux, Firefox'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 'Mac, Safari'],
  // An iPad calls itself a Mac, but has a touch screen.
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 'iPad, Safari', true],
  ['', 'A device'],
] as [string, string, boolean?][])('%s is called %s', (userAgent, name, hasTouch = false) => {
  expect(deviceName(userAgent, hasTouch)).toBe(name);
});

test('a passkey is made and sent; a question of the browser that the owner closes sends nothing, and says so', async () => {
  const { admin, messages } = await page();
  const answers = ['abc', 'closed'].map((challenge) => ({ body: { challenge } }));
  server.script('/api/auth/passkeys', answers[0] ?? {}, { status: 201, body: { success: true } }, answers[1] ?? {});
  await admin.addPasskey();
  await admin.addPasskey();
  expect(messages).toEqual(['You can sign in with this device', 'Error: No passkey was made. Please try again.']);
  const sent = server.heard.filter(({ path }) => path === '/api/auth/passkeys');
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST']);
  expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject({ passkey: { type: 'public-key' }, hasTouch: false });
});
