import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makePushKeys } from '#local/push-keys';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { PushService } from '#tests/support/push-service';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, leadsPage, receiveBooked, signIn, test as leads, toast } from './leads-site.ts';
import { consultation } from '#tests/support/visitor';

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

test.describe('on a phone', () => {
  // Service workers and permissions are the browser's own.
  test.use({ ...PHONE });

  test('the owner has it told, tested, and told of a booking, which is one notification; and has a calendar feed', async ({
    page,
    service,
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
    const { id } = await receiveBooked(page.request, 'Elise Romero');
    await expect.poll(() => service.received.length).toBe(2);
    expect(service.refused).toEqual([]);
    // What the worker makes of it is told in tests/admin-worker.test.ts.
    const [, news] = service.received;
    expect(news?.data).toMatchObject({
      title: expect.stringMatching(/^Visit booked: .+ ET$/),
      body: `Elise Romero, ${consultation.city}. ${consultation.serviceInterest}`,
      tag: news?.topic,
      lead: id,
      key: expect.any(String),
    });

    await test.step('the calendar feed is made, renewed after a second question, and turned off', async () => {
      await page.getByRole('button', { name: 'Make an address' }).tap();
      const field = page.getByLabel(/^Subscribe to this address/);
      await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
      await expectFingerSized(page);
      await expectCleanAt(page, [375, 1440], 'alerts with a device and a feed');
      const first = await field.inputValue();
      await page.getByRole('button', { name: 'New address' }).click();
      await expectAccessible(page, 'the question about a new address');
      await page.getByRole('button', { name: 'Keep it' }).click();
      await expect(field).toHaveValue(first);
      await page.getByRole('button', { name: 'New address' }).click();
      await page.getByRole('button', { name: 'Make a new one' }).click();
      await expect(field).not.toHaveValue(first);
      const { pathname } = new URL(await field.inputValue());
      const file = await page.request.get(pathname);
      expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('Visit: Elise Romero')]);
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('button', { name: 'Turn it off' }).click();
      await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
      expect((await page.request.get(pathname)).status()).toBe(404);
    });
    await page.reload();
    await expect(page.getByText('This device is told of each new request and visit.')).toBeVisible();
    await devices(page).getByRole('button', { name: 'Remove' }).tap();
    await expect(page.getByText('None yet.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Devices that are told' })).toBeFocused();
    await expect(tell(page)).toBeVisible();
  });
});

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

  await test.step('an app that can be installed, whose worker is never an old one', async () => {
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await page.request.get(href ?? '')).json();
    expect(manifest).toMatchObject({ display: 'standalone', start_url: expect.stringMatching(/^\/admin/) });
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const { 'cache-control': cacheControl } = (await page.request.get('/admin/worker.js')).headers();
    expect(cacheControl).toBe('no-cache');
  });
});
