import type { Page } from '@playwright/test';
import { zoneNames } from '#lib/time/zone';
import { makePushKeys } from '#local/admin';
import { expectCleanAt } from '#tests/support/browser/axe';
import { PushService } from '#tests/support/push-service';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, receiveBooked, ownersTest, toast } from './leads-site.ts';
import { consultation } from '#tests/support/visitor';

const keys = makePushKeys();

/** Every test has a push service of its own, which the site and the browser of the test have in common. */
const test = ownersTest.extend<{ service: PushService }>({
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
test.use(PHONE);

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

const devices = (page: Page) => page.getByRole('list', { name: 'Devices with alerts' }).getByRole('listitem');

test('a phone is told, tested, and told of a booking; a calendar feed is made, renewed and turned off; what hinders it is said', async ({
  page,
  service,
}) => {
  await stubSubscription(page, service.subscribe('phone'));
  await page.goto('/admin/alerts');
  const sentence = page.getByText('This device shows an alert for each new request and visit.');
  const tell = page.getByRole('button', { name: 'Turn on alerts on this phone' });

  await test.step('the owner has it told, tested, and told of a booking, which is one notification', async () => {
    await expect(page.getByRole('region', { name: 'Another program' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Backups' })).toContainText('No backups are made');
    await tell.tap();
    await expect(toast(page)).toContainText('Alerts are on for this device');
    await expect(sentence).toBeVisible();
    await devices(page).getByRole('button', { name: 'Send a test' }).tap();
    await expect(toast(page)).toContainText('Test sent');
    await expect(devices(page)).toContainText(/, Chrome.*last alert/);
    const { id } = await receiveBooked(page.request, 'Elise Romero');
    await expect.poll(() => service.received.length).toBe(2);
    expect(service.refused).toEqual([]);
    // What the worker makes of it is told in tests/admin-worker.test.ts.
    const [, news] = service.received;
    expect(news?.data).toMatchObject({
      title: expect.stringMatching(new RegExp(`^Visit booked: .+ ${zoneNames.short}$`)),
      body: `Elise Romero, ${consultation.city}. ${consultation.serviceInterest}`,
      tag: news?.topic,
      lead: id,
      key: expect.any(String),
    });
  });

  await test.step('the calendar feed is renewed after a second question, and turned off', async () => {
    const press = (name: string) => page.getByRole('button', { name }).click();
    const field = page.getByLabel(/^Subscribe to this address/);
    await press('Make an address');
    await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
    const first = await field.inputValue();
    await expectFingerSized(page);
    await press('New address');
    await expectCleanAt(page, [375, 1440], 'alerts with a device, and the question about a new address');
    await press('Keep it');
    await expect(field).toHaveValue(first);
    await press('New address');
    await press('Make a new one');
    await expect(field).not.toHaveValue(first);
    const { pathname } = new URL(await field.inputValue());
    expect(await (await page.request.get(pathname)).text()).toContain('Visit: Elise Romero');
    await press('Turn off');
    await press('Turn it off');
    await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
    expect((await page.request.get(pathname)).status()).toBe(404);
  });

  await test.step('the device knows itself after a reload, and is removed', async () => {
    await page.reload();
    await expect(sentence).toBeVisible();
    await devices(page).getByRole('button', { name: 'Remove' }).tap();
    await expect(page.getByText('None yet.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Devices with alerts' })).toBeFocused();
    await expect(tell).toBeVisible();
  });

  await test.step('a refused permission, a browser that cannot, an iPhone whose page is not on the home screen', async () => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await page.reload();
    await expect(page.getByText('Alerts are blocked here')).toBeVisible();
    await expect(tell).toBeHidden();
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await page.reload();
    await expect(page.getByText('This browser cannot show alerts')).toBeVisible();
    await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }));
    await page.reload();
    await expect(page.getByText('Add this page to your Home Screen first')).toBeVisible();
  });
});
