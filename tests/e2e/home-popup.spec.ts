import type { Page } from '@playwright/test';
import { z } from 'astro/zod';
import { contentOf } from '#tests/support/content';
import { hearEvents } from '#tests/support/home';
import { expect, test, withMotion } from '#tests/support/host';

const NOW = Date.parse('2026-11-21T12:00:00-05:00');
const DAY = 24 * 60 * 60 * 1000;
const KEY = 'deals-popup-dismissed';

const popup = (page: Page) => page.getByRole('dialog', { name: 'Smart Home Bundle Save up to $500' });
const booking = (page: Page) => page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
const dismissed = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

/** ms pass on the page's clock; then whatever that set off has had the time to be there. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.waitForLoadState('networkidle');
}

test.use(withMotion);

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: NOW - 60_000 });
  await page.clock.pauseAt(NOW);
});

/** The scripts that the page asks for, and the one among them that is React. */
async function scriptsOf(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  return { hasReact: () => asked.some((path) => path.startsWith('/_astro/client.')) };
}

test('the popup opens two seconds after load, with a running offer; its React comes 0.6 s before, and not sooner', async ({
  page,
}) => {
  const { hasReact } = await scriptsOf(page);
  await pass(page, 1399);
  expect(hasReact()).toBe(false);
  await pass(page, 600);
  await expect(page.locator('dialog')).toHaveCount(0);
  await pass(page, 1);
  await expect(popup(page)).toBeVisible();
  expect(hasReact()).toBe(true);
  const fields = { badge: z.string(), description: z.string(), validUntil: z.string() };
  const entry = (await contentOf('promotions', fields)).find(({ id }) => id === 'smart-home-bundle')?.fields;
  for (const text of [entry?.badge, entry?.description, entry?.validUntil]) {
    await expect(popup(page)).toContainText(text ?? 'no such entry');
  }
  await expect(popup(page).getByRole('img', { name: /\w+ \w+/ })).toBeVisible();
});

test('its React never comes to a visitor who has dismissed it', async ({ page }) => {
  await page.addInitScript(([key, moment]) => localStorage.setItem(key, moment), [KEY, String(NOW)] as const);
  const { hasReact } = await scriptsOf(page);
  await pass(page, 10_000);
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(hasReact()).toBe(false);
});

const ways: [name: string, leave: (page: Page) => Promise<void>][] = [
  ['Not Now', (page) => popup(page).getByRole('button', { name: 'Not Now' }).click()],
  ['the close button', (page) => popup(page).getByRole('button', { name: 'Close' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
];
test('each way out closes it and stores the moment; it does not come again that day', async ({ page }) => {
  await page.goto('/');
  for (const [name, leave] of ways) {
    await test.step(name, async () => {
      await pass(page, 2000);
      await expect(popup(page)).toBeVisible();
      const before = await page.evaluate(() => Date.now());
      await leave(page);
      await expect(page.locator('dialog')).toHaveCount(0);
      const moment = Number(await dismissed(page));
      expect(moment).toBeGreaterThanOrEqual(before);
      expect(moment).toBeLessThanOrEqual(await page.evaluate(() => Date.now()));
      await page.reload();
      await pass(page, 10_000);
      await expect(page.locator('dialog')).toHaveCount(0);
      await page.evaluate((key) => localStorage.removeItem(key), KEY);
      await page.reload();
    });
  }
});

test('a dismissal less than 24 hours ago holds, one 24 hours ago is over', async ({ page }) => {
  await page.goto('/');
  for (const [age, shown] of [
    [DAY - 60_000, 0],
    [DAY, 1],
  ] as const) {
    await page.evaluate(([key, before]) => localStorage.setItem(key, String(Date.now() - before)), [KEY, age] as const);
    await page.reload();
    await pass(page, 2000);
    await expect(page.locator('dialog')).toHaveCount(shown);
  }
});

test('"Claim Deal" closes it and opens the booking dialog, without storing a dismissal', async ({ page }) => {
  const heard = await hearEvents(page);
  await page.goto('/');
  await pass(page, 2000);
  await popup(page).getByRole('button', { name: 'Claim Deal' }).click();
  await expect(booking(page)).toBeVisible();
  await expect(popup(page)).toHaveCount(0);
  expect(await dismissed(page)).toBeNull();
  expect(await heard('cta_click')).toEqual([{ location: 'deals-popup' }]);
});

test('it never opens over the booking dialog, nor after it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(booking(page)).toBeVisible();
  await pass(page, 10_000);
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(booking(page)).toBeHidden();
  await pass(page, 10_000);
  await expect(popup(page)).toHaveCount(0);
});

test('it waits while a promotion picture is enlarged', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: /^Enlarge/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await pass(page, 2000);
  await expect(popup(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await pass(page, 2000);
  await expect(popup(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('it waits while the menu is open', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('banner').locator('summary');
    await menu.click();
    await pass(page, 2000);
    await expect(page.locator('dialog')).toHaveCount(0);
    await menu.click();
    await pass(page, 2000);
    await expect(popup(page)).toBeVisible();
    await expect(popup(page).getByRole('button', { name: 'Claim Deal' })).toBeInViewport({ ratio: 1 });
  });
});

test('without a running offer there is no popup', async ({ page }) => {
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const over = html.replaceAll('data-featured', 'data-featured data-ends-on="2026-11-20"');
    expect(over).not.toBe(html);
    await route.fulfill({ response: answer, body: over });
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await pass(page, 10_000);
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(asked.filter((url) => /popup/.test(url))).toEqual([]);
});

test('focus goes into it, stays in it, and returns', async ({ page }) => {
  await page.goto('/');
  const before = page.getByRole('banner').getByRole('link', { name: 'Our Work', exact: true });
  await before.focus();
  await pass(page, 2000);
  await expect(popup(page).getByRole('heading', { name: 'Save up to $500' })).toBeFocused();
  for (const name of ['Claim Deal', 'Not Now', 'Close']) {
    await page.keyboard.press('Tab');
    await expect(popup(page).getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(popup(page)).toHaveCount(0);
  await expect(before).toBeFocused();
});

test('no other page has it', async ({ page }) => {
  await page.goto('/book');
  await pass(page, 10_000);
  await expect(page.locator('dialog')).toHaveCount(0);
});
