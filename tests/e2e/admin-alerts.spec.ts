import type { BrowserContext, Page } from '@playwright/test';
import { Alerts } from '#contracts/alerts';
import { Availability } from '#contracts/calendar';
import { makePushKeys } from '#local/push-keys';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { PushService } from '#tests/support/push-service';
import { owner, ownerEnv } from './gallery-site.ts';
import { expect, receive, signIn, test as leads, toast } from './leads-site.ts';

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

// Service workers and permissions are the browser's own.
test.use({ isPageKept: false });

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
    Object.defineProperty(Notification, 'permission', { get: () => permission });
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

async function open(page: Page, service: PushService): Promise<void> {
  await stubSubscription(page, service.subscribe('phone'));
  await signIn(page.request);
  await page.goto('/admin/alerts');
  await expect(page.getByRole('heading', { level: 2, name: 'Your calendar' })).toBeVisible();
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

for (const [name, use] of [
  ['a phone', { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }],
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(use);

    test('the owner has it told, tested, and told of a booking, which is one notification; and has a calendar feed', async ({
      page,
      service,
      context,
    }) => {
      await open(page, service);
      await expectAccessible(page, 'alerts with nothing set up');
      await expect(devices(page)).toHaveCount(0);
      await tell(page).click();
      await expect(toast(page)).toContainText('This device is told from now on');
      await expect(page.getByText('This device is told of each new request and visit.')).toBeVisible();
      await expect(devices(page)).toContainText([/Linux, Chrome|Android phone, Chrome/]);
      await devices(page).getByRole('button', { name: 'Send a test' }).click();
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
      await expectCleanAt(page, [use.viewport.width], 'alerts with a device');
      await page.reload();
      await expect(page.getByText('This device is told of each new request and visit.')).toBeVisible();
      await devices(page).getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('None yet.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Devices that are told' })).toBeFocused();
      await expect(tell(page)).toBeVisible();

      await test.step('the calendar feed is made, renewed after a second question, and turned off', async () => {
        await expectFeed(page);
      });
    });
  });
}

/** The calendar feed is made, renewed after a second question, and turned off; what is pressed is large enough. */
async function expectFeed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make an address' }).click();
  const field = page.getByLabel(/^Subscribe to this address/);
  await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  for (const target of await page.getByRole('main').locator('button:visible, a:visible').all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const pathOf = async () => new URL(await field.inputValue()).pathname;
  const first = await pathOf();
  await book(page);
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

test('an iPhone whose page is not on the home screen is told how to put it there', async ({
  browser,
  service,
  wire,
}) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
  const context = await browser.newContext({ baseURL: wire.url, userAgent, viewport: { width: 375, height: 740 } });
  const page = await context.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await signIn(page.request);
  await page.goto('/admin/alerts');
  await expect(page.getByText('Add this page to your Home Screen first')).toBeVisible();
  await expectAccessible(page, 'an iPhone');
  expect(service.received).toEqual([]);
  await context.close();
});

test('a press on the notification opens its lead, in the page where leads are open', async ({
  page,
  service,
  context,
}) => {
  await open(page, service);
  await tell(page).click();
  await expect(devices(page)).toHaveCount(1);
  const id = await receive(page.request, { name: 'Elise Romero', serviceInterest: 'General Inquiry' });
  await expect.poll(() => service.received.length).toBe(1);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No service worker');
  // A browser lets a worker open pages only while a real press is being answered: what it asks for is noted instead.
  const asked = await worker.evaluate<{ opened: string[]; closed: boolean[] }>(`(async () => {
    const opened = [];
    const closed = [];
    self.clients.openWindow = async (address) => void opened.push(String(address));
    const event = new ExtendableEvent('notificationclick');
    const notification = { data: { lead: '${id}' }, close: () => closed.push(true) };
    Object.defineProperty(event, 'notification', { value: notification });
    self.dispatchEvent(event);
    await new Promise((done) => setTimeout(done, 500));
    return { opened, closed };
  })()`);
  expect(asked).toEqual({ opened: [new URL(`/admin/leads#${id}`, page.url()).href], closed: [true] });
});

// Nothing of these stays in the browser.
test.describe('on a page that is kept', () => {
  test.use({ isPageKept: true });

  test('a permission that was refused is said plainly, and so is a browser that cannot', async ({ page, service }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await signIn(page.request);
    await page.goto('/admin/alerts');
    await expect(page.getByText('Notifications are blocked here')).toBeVisible();
    await expect(tell(page)).toBeHidden();
    await expectAccessible(page, 'blocked notifications');
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await page.reload();
    await expect(page.getByText('This browser cannot be told')).toBeVisible();
    expect(service.received).toEqual([]);
  });

  test('a failed list says so, and Try again loads it', async ({ page, service }) => {
    await page.route('**/api/alerts', (route) => route.fulfill({ status: 503, json: { error: 'Not just now.' } }), {
      times: 1,
    });
    await stubSubscription(page, service.subscribe('phone'));
    await signIn(page.request);
    await page.goto('/admin/alerts');
    await expect(page.getByRole('alert')).toContainText('Not just now.');
    await expectAccessible(page, 'a failed list');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
  });

  test('whoever is not signed in is led to the sign-in and back', async ({ page }) => {
    await page.goto('/admin/alerts');
    await expect(page).toHaveURL(/\/login\?back=/);
    await page.getByLabel('Username').fill(owner.username);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/admin/alerts');
  });

  test('the pages are an app that can be installed, and the worker takes no part in any request', async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
    await signIn(page.request);
    await page.goto('/admin/alerts');
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
    expect(Alerts.parse(await (await page.request.get('/api/alerts')).json()).devices).toEqual([]);
  });
});
