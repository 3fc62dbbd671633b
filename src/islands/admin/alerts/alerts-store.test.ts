import { expect, onTestFinished, test } from 'vitest';
import type { Alerts } from '#contracts/alerts';
import { ApiError, type Client } from '#browser/api-client';
import { deviceName } from '#lib/device-name';
import { $toast } from '#islands/ui/Toasts.tsx';
import { createAdminSession } from '../sign-in/session.ts';
import type { PushBrowser } from './browser-push.ts';
import { createAlertsAdmin } from './alerts-store.ts';

const ENDPOINT = 'https://push.example.com/abc';
/** The first 16 bytes of its SHA-256. */
const ID = '2c5cd1ba1b2ff1a3a3fd0e7c6ba3ff6e';
const device = { id: ID, name: 'iPhone, Safari', addedAt: '2026-11-20T15:00:00.000Z' };
const feed = { address: 'https://www.example.com/calendar/x.ics', madeAt: '2026-11-20T15:00:00.000Z' };

const lost = { id: 'b', name: 'iPad, Safari', signedInAt: feed.madeAt, usedAt: feed.madeAt, isHere: false };
const signedIn = [{ ...lost, id: 'a', isHere: true }, lost];

const messages = { asksForReview: false, saysAnswerTime: false, answersWithin: null };

interface World {
  readonly alerts?: Omit<Alerts, 'signedIn' | 'messages'>;
  readonly push?: Partial<PushBrowser>;
  readonly refuse?: string;
}

async function page({ alerts = { pushKey: 'key', devices: [] }, push = {}, refuse }: World = {}) {
  const asked: string[] = [];
  const notices: string[] = [];
  const answers: Record<string, unknown> = {
    'GET /api/auth/check': { authenticated: true },
    'GET /api/alerts': { signedIn, messages, ...alerts },
    'PUT /api/alerts': { ...messages, saysAnswerTime: true, answersWithin: 2 },
    'POST /api/alerts/devices': device,
    [`POST /api/alerts/devices/${ID}`]: { ...device, toldAt: '2026-11-20T16:00:00.000Z' },
    'POST /api/alerts/feed': feed,
  };
  const call = async (method: string, path: string) => {
    asked.push(`${method} ${path}`);
    if (refuse === `${method} ${path}`) throw new ApiError('No.', 502, 'No.');
    return JSON.stringify(answers[`${method} ${path}`] ?? null);
  };
  const client = {
    call,
    send: async (method: string, path: string) => JSON.parse(await call(method, path)),
    read: async () => ({ authenticated: true }),
  } as unknown as Client;
  const browser: PushBrowser = {
    support: () => 'yes',
    permission: () => 'default',
    ask: async () => 'granted',
    endpoint: async () => null,
    subscribe: async () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => void notices.push('unsubscribed'),
    deviceName: () => 'iPhone, Safari',
    ...push,
  };
  const address = () => ({ pathname: '/admin/alerts', search: '', hash: '' });
  const session = createAdminSession({ client, address, replaceWith: (path) => void notices.push(path) });
  const admin = createAlertsAdmin({ client }, session, browser);
  onTestFinished($toast.listen((toast) => void (toast && notices.push(toast.description ?? toast.title))));
  // Computed only for subscribers.
  admin.$here.subscribe(() => undefined);
  await admin.start();
  return { admin, asked, messages: notices };
}

const listed = (admin: Awaited<ReturnType<typeof page>>['admin']) => {
  const loaded = admin.$alerts.get();
  return loaded.state === 'ready' ? loaded.alerts.devices.map(({ id }) => id) : loaded.state;
};

test('a browser that may be told is added, and finds itself in the list', async () => {
  const { admin, messages } = await page();
  expect(admin.$here.get()).toEqual({ state: 'ready' });
  await admin.tellHere();
  expect(admin.$here.get()).toEqual({ state: 'added', id: ID });
  expect([listed(admin), messages]).toEqual([[ID], ['Alerts are on for this device']]);
});

test('one that was added before knows itself by its endpoint', async () => {
  const { createHash } = await import('node:crypto');
  const id = createHash('sha256').update(ENDPOINT).digest('hex').slice(0, 32);
  const alerts = { pushKey: 'key', devices: [{ ...device, id }] };
  const { admin } = await page({ alerts, push: { endpoint: async () => ENDPOINT, permission: () => 'granted' } });
  expect(admin.$here.get()).toEqual({ state: 'added', id });
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
  const { admin, asked } = await page({ push: { ask: async () => 'denied' } });
  await admin.tellHere();
  expect(admin.$here.get()).toEqual({ state: 'denied' });
  expect(asked).not.toContain('POST /api/alerts/devices');
  const later = await page({ push: { ask: async () => 'default' } });
  await later.admin.tellHere();
  expect(later.admin.$here.get()).toEqual({ state: 'ready' });
});

test('a push service that cannot be reached is said, and can be tried again', async () => {
  const { admin, messages } = await page({ push: { subscribe: () => Promise.reject(new Error('AbortError')) } });
  await admin.tellHere();
  expect(messages).toEqual(['That did not work. Please try again in a moment.']);
  expect([admin.$here.get(), admin.$busy.get()]).toEqual([{ state: 'ready' }, null]);
});

test('a test is sent; a refusal is said, and the list read again, since the device may have gone', async () => {
  const alerts = { pushKey: 'key', devices: [device] };
  const { admin, messages } = await page({ alerts });
  await admin.test(ID);
  expect(messages).toEqual(['Test sent']);
  const refused = await page({ alerts, refuse: `POST /api/alerts/devices/${ID}` });
  await refused.admin.test(ID);
  expect(refused.messages).toEqual(['No.']);
  expect(refused.asked.filter((call) => call === 'GET /api/alerts')).toHaveLength(2);
});

test('a device is removed, and this browser forgets its subscription with it', async () => {
  const { admin, messages } = await page();
  await admin.tellHere();
  await admin.remove(ID);
  expect(messages).toEqual(['Alerts are on for this device', 'unsubscribed', 'Alerts are off for that device']);
  expect([listed(admin), admin.$here.get()]).toEqual([[], { state: 'ready' }]);
});

test('a list that cannot be loaded says so, and a second press does nothing while the first is under way', async () => {
  const { admin } = await page({ refuse: 'GET /api/alerts' });
  expect(admin.$alerts.get()).toEqual({ state: 'failed', message: 'No.' });
  const other = await page();
  await Promise.all([other.admin.renewFeed(), other.admin.renewFeed()]);
  expect(other.asked.filter((call) => call.endsWith('/feed'))).toHaveLength(1);
});

test('a lost device is signed out and leaves the list; of this one the server is asked, which leads to the sign-in', async () => {
  const { admin, asked, messages } = await page();
  await admin.signOut(lost);
  expect(admin.$alerts.get()).toMatchObject({ alerts: { signedIn: [{ id: 'a' }] } });
  expect([asked.at(-1), messages]).toEqual(['DELETE /api/auth/devices/b', ['That device is signed out']]);
  await admin.signOut({ ...lost, id: 'a', isHere: true });
  expect(asked.slice(-2)).toEqual(['DELETE /api/auth/devices/a', 'GET /api/alerts']);
});

test('a switch is saved alone, and the page shows what the server then says', async () => {
  const { admin, asked, messages: told } = await page();
  await admin.switch({ saysAnswerTime: true });
  const shown = { messages: { asksForReview: false, saysAnswerTime: true, answersWithin: 2 } };
  expect(admin.$alerts.get()).toMatchObject({ alerts: shown });
  expect([asked.at(-1), told]).toEqual(['PUT /api/alerts', ['Saved']]);
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
