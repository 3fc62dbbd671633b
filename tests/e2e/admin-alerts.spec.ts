import type { BrowserContext, Page } from '@playwright/test';
import { Availability } from '#contracts/calendar';
import { makePushKeys } from '#local/push-keys';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { PushService } from '#tests/support/push-service';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, leadsPage, receive, signIn, test as leads, toast } from './leads-site.ts';

const keys = makePushKeys();

/** Every test has a push service of its own, which the site and the browser of the test have in common. */
const test = leads.extend<{ service: PushService }>({
  service: async ({ browserName: _ }, use) => {
    const service = new PushService(keys.VAPID_PUBLIC_KEY);
    await service.start();
    await use(service);
    await service.stop();
  },
  siteEnv: async ({ browserName: _ }, use) => {
    await use({ ...ownerEnv, ...keys });
  },
});

interface Stub {
  readonly endpoint: string;
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * A headless Chromium has no push service to subscribe with, and its shell shows no notifications and refuses the
 * permission. So the subscription, which leads to our service, and the person's answer are stubs; the service worker, its
 * registration and the messages that it gets are the browser's own.
 */
async function stubSubscription(page: Page, stub: Stub): Promise<void> {
  await page.addInitScript(({ endpoint, keys: own }: Stub) => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission, configurable: true });
    Notification.requestPermission = async () => {
      permission = 'granted';
      return permission;
    };
    const kept = 'stub-subscribed';
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: own }),
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    };
    const get = async () => (localStorage.getItem(kept) ? subscription : null);
    const subscribe = async () => {
      localStorage.setItem(kept, 'yes');
      return subscription;
    };
    Object.assign(PushManager.prototype, { getSubscription: get, subscribe });
  }, stub);
}

const tell = (page: Page) => page.getByRole('button', { name: /^Tell this (phone|computer)$/ });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices that are told' }).getByRole('listitem');

/** Hands a message to the page's service worker, as the browser does with what a push service brings. */
async function deliver(page: Page, data: unknown): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
}

/** Notes what the page's service worker shows, as the browser would. Resolves to what is shown by then. */
async function noteNotifications(context: BrowserContext): Promise<() => Promise<Record<string, unknown>[]>> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(`
    self.noted = [];
    self.registration.showNotification = async (title, options) => void self.noted.push({ title, ...options });
    self.registration.getNotifications = async () => self.noted;
  `);
  return async () => await worker.evaluate<Record<string, unknown>[]>('self.noted');
}

async function book(page: Page): Promise<string> {
  const id = await receive(page.request, { name: 'Elise Romero' });
  const { slots } = Availability.parse(await (await page.request.get('/api/calendar/availability')).json());
  const data = { consultationId: id, slotStart: slots[1]?.start, slotEnd: slots[1]?.end };
  expect((await page.request.post('/api/calendar/book', { data })).status()).toBe(201);
  return id;
}

test.describe('on a phone', () => {
  // Service workers and permissions are the browser's own.
  test.use({ ...PHONE, isPageKept: false });

  test('the owner has it told, tested, and told of a booking, which is one notification and opens its lead; and has a calendar feed', async ({
    page,
    service,
    context,
  }) => {
    await stubSubscription(page, service.subscribe('phone'));
    await signIn(page.request);
    await page.goto('/admin/alerts');
    await expect(page.getByText('None yet.')).toBeVisible();
    await tell(page).tap();
    await expect(toast(page)).toContainText('This device is told from now on');
    await expect(page.getByText('This device is told of each new request and visit.')).toBeVisible();
    await expect(devices(page)).toContainText([/Linux, Chrome|Android phone, Chrome/]);
    await devices(page).getByRole('button', { name: 'Send a test' }).tap();
    await expect(toast(page)).toContainText('Test sent');
    await expect(devices(page)).toContainText('last told today');
    const id = await book(page);
    await expect.poll(() => service.received.length).toBe(2);
    expect(service.refused).toEqual([]);
    const [, news] = service.received;
    const shown = await noteNotifications(context);
    // A message that comes twice, since its sender died before it could note the first, does not ring again.
    await deliver(page, news?.data);
    await expect.poll(shown).toHaveLength(1);
    await deliver(page, news?.data);
    await expect.poll(shown).toHaveLength(2);
    const notification = {
      title: expect.stringMatching(/^Visit booked: .+ ET$/),
      body: 'Elise Romero, Celebration. Motorized Shades',
      tag: news?.topic,
      data: { key: expect.any(String), lead: id },
    };
    expect(await shown()).toEqual([
      expect.objectContaining({ ...notification, renotify: true }),
      expect.objectContaining({ ...notification, renotify: false }),
    ]);
    expect(await pressNotification(context, id)).toEqual({
      opened: [new URL(`/admin/leads#${id}`, page.url()).href],
      closed: [true],
    });

    await test.step('the calendar feed is made, renewed after a second question, and turned off', async () => {
      await expectFeed(page);
    });
    await page.reload();
    await expect(page.getByText('This device is told of each new request and visit.')).toBeVisible();
    await devices(page).getByRole('button', { name: 'Remove' }).tap();
    await expect(page.getByText('None yet.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Devices that are told' })).toBeFocused();
    await expect(tell(page)).toBeVisible();
  });
});

/**
 * A browser lets a worker open pages only while a real press is being answered: what it asks for is noted instead, and
 * what it closes.
 */
async function pressNotification(context: BrowserContext, lead: string) {
  return await context.serviceWorkers()[0]?.evaluate<{ opened: string[]; closed: boolean[] }>(`(async () => {
    const opened = [];
    const closed = [];
    self.clients.openWindow = async (address) => void opened.push(String(address));
    const event = new ExtendableEvent('notificationclick');
    const notification = { data: { lead: '${lead}' }, close: () => closed.push(true) };
    Object.defineProperty(event, 'notification', { value: notification });
    self.dispatchEvent(event);
    await new Promise((done) => setTimeout(done, 500));
    return { opened, closed };
  })()`);
}

async function expectFeed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make an address' }).tap();
  const field = page.getByLabel(/^Subscribe to this address/);
  await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expectFingerSized(page);
  await expectCleanAt(page, [375, 1440], 'alerts with a device and a feed');
  const pathOf = async () => new URL(await field.inputValue()).pathname;
  const first = await pathOf();
  const file = await page.request.get(first);
  expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('Visit: Elise Romero')]);
  await page.getByRole('button', { name: 'New address' }).click();
  await expectAccessible(page, 'the question about a new address');
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect((await page.request.get(first)).status()).toBe(200);
  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByRole('button', { name: 'Make a new one' }).click();
  await expect(field).not.toHaveValue(new RegExp(first));
  expect((await page.request.get(first)).status()).toBe(404);
  const second = await pathOf();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
}

test('behind the sign-in; a failed list; what hinders it is said plainly; an app that can be installed', async ({
  page,
  wire,
  service,
}) => {
  await stubSubscription(page, service.subscribe('laptop'));
  wire.meddle('/api/alerts', { answer: { status: 503, body: { error: 'Not just now.' } } });
  await page.goto('/admin/alerts');
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Falerts');
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
  await leadsPage(page).signInAgain();
  await expect(page).toHaveURL('/admin/alerts');
  await expect(page.getByRole('alert')).toContainText('Not just now.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Tell this computer' })).toBeVisible();

  await test.step('a refused permission, a browser that cannot, an iPhone whose page is not on the home screen', async () => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await page.reload();
    await expect(page.getByText('Notifications are blocked here')).toBeVisible();
    await expect(tell(page)).toBeHidden();
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await page.reload();
    await expect(page.getByText('This browser cannot be told')).toBeVisible();
    await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }));
    await page.reload();
    await expect(page.getByText('Add this page to your Home Screen first')).toBeVisible();
    await expectAccessible(page, 'an iPhone');
    expect(service.received).toEqual([]);
  });

  await test.step('an app that can be installed, whose worker takes no part in any request', async () => {
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await page.request.get(href ?? '')).json();
    expect(manifest).toMatchObject({ display: 'standalone', start_url: expect.stringMatching(/^\/admin/) });
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    const worker = await page.request.get('/admin/worker.js');
    expect(worker.headers()['cache-control']).toBe('no-cache');
    expect(await worker.text()).not.toMatch(/['"]fetch['"]|caches/);
  });
});
