import type { Page } from '@playwright/test';
import { zonedToday } from '#lib/time/dates';
import { offersOn } from '#tests/support/content';
import { hearEvents, withHomePage, withTerms } from '#tests/support/browser/home';
import { expect, test, withMotion } from '#tests/support/host';
import { untilQuiet } from '#tests/support/browser/quiet';
import { DAY } from '#lib/time/units';

const NOW = Date.parse('2026-11-21T12:00:00-05:00');
const KEY = 'deals-popup-dismissed';

/** The first of that day: it is featured and runs, or the tests let it. */
const [offer] = await offersOn(zonedToday(new Date(NOW)));
if (!offer) throw new Error('There is no offer');
const popup = (page: Page) => page.getByRole('dialog', { name: `${offer.title} ${offer.discount}` });
const booking = (page: Page) => page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
const dismissed = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

/** The popup's time is long past; whatever that set off has had the time to be there. */
async function waitInVain(page: Page): Promise<void> {
  await page.clock.runFor(10_000);
  await untilQuiet(page);
}

test.use(withMotion);

test.beforeEach(async ({ page }) => {
  await withTerms(page, { [offer.id]: { featured: true } });
  await page.clock.install({ time: NOW - 60_000 });
  await page.clock.pauseAt(NOW);
});

/** Whether the page has asked for the script that is React, from now on. */
function hearReact(page: Page): () => boolean {
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname));
  return () => asked.some((path) => path.startsWith('/_astro/client.'));
}

/** A dismissal `age` ms ago. */
const dismiss = (page: Page, age: number) =>
  page.evaluate(([key, before]) => localStorage.setItem(key, String(Date.now() - before)), [KEY, age] as const);

test('it opens two seconds after load, with a running offer; its React comes 0.6 s before, and never after a dismissal', async ({
  page,
}) => {
  const hasReact = hearReact(page);
  // A page of the site without scripts, for its storage.
  await page.goto('/robots.txt');
  await dismiss(page, 0);
  await page.goto('/');
  await waitInVain(page);
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(hasReact()).toBe(false);

  await page.evaluate((key) => localStorage.removeItem(key), KEY);
  await page.reload();
  const before = page.getByRole('banner').getByRole('link', { name: 'Our Work', exact: true });
  await before.focus();
  await page.clock.runFor(1399);
  await untilQuiet(page);
  expect(hasReact()).toBe(false);
  await page.clock.runFor(600);
  await untilQuiet(page);
  expect(hasReact()).toBe(true);
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(popup(page)).toBeVisible();
  for (const text of [offer.badge, offer.description, offer.validUntil]) await expect(popup(page)).toContainText(text);
  if (offer.image) await expect(popup(page).getByRole('img', { name: offer.image.alt })).toBeVisible();

  await test.step('focus goes into it, stays in it, and returns', async () => {
    await expect(popup(page).getByRole('heading', { name: offer.discount })).toBeFocused();
    for (const name of ['Claim Deal', 'Not Now', 'Close']) {
      await page.keyboard.press('Tab');
      await expect(popup(page).getByRole('button', { name })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(popup(page)).toHaveCount(0);
    await expect(before).toBeFocused();
  });
});

// How long a dismissal holds is in src/islands/deals/deals-store.test.ts.
test('each way out closes it and stores the moment; it comes again after a whole day', async ({ page }) => {
  const ways = [
    () => popup(page).getByRole('button', { name: 'Not Now' }).click(),
    () => popup(page).getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
  ];
  await page.goto('/');
  for (const leave of ways) {
    await page.clock.runFor(2000);
    await expect(popup(page)).toBeVisible();
    const before = await page.evaluate(() => Date.now());
    await leave();
    await expect(page.locator('dialog')).toHaveCount(0);
    const moment = Number(await dismissed(page));
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(await page.evaluate(() => Date.now()));
    await dismiss(page, DAY);
    await page.reload();
  }
  await dismiss(page, DAY - 60_000);
  await page.reload();
  await waitInVain(page);
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('it waits for a picture and for the menu; "Claim Deal" books and dismisses nothing; it never comes over the booking', async ({
  page,
}) => {
  const heard = await hearEvents(page);
  await test.step('while the menu of a phone is open', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/');
    const menu = page.getByRole('banner').locator('summary');
    await menu.click();
    await waitInVain(page);
    await expect(page.locator('dialog')).toHaveCount(0);
    await menu.click();
    await page.clock.runFor(2000);
    await expect(popup(page)).toBeVisible();
    await expect(popup(page).getByRole('button', { name: 'Claim Deal' })).toBeInViewport({ ratio: 1 });
  });
  await test.step('while a promotion picture is enlarged', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.reload();
    await page
      .getByRole('link', { name: /^Enlarge/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await waitInVain(page);
    await expect(popup(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.clock.runFor(2000);
    await expect(popup(page)).toBeVisible();
  });
  await test.step('"Claim Deal" closes it and opens the booking dialog, without storing a dismissal', async () => {
    await popup(page).getByRole('button', { name: 'Claim Deal' }).click();
    await expect(booking(page)).toBeVisible();
    await expect(popup(page)).toHaveCount(0);
    expect(await dismissed(page)).toBeNull();
    expect(await heard('cta_click')).toEqual([{ location: 'deals-popup' }]);
  });
  await test.step('never over the booking dialog, nor after it', async () => {
    await page.reload();
    await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
    await expect(booking(page)).toBeVisible();
    await waitInVain(page);
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(booking(page)).toBeHidden();
    await waitInVain(page);
    await expect(popup(page)).toHaveCount(0);
  });
});

test('no other page has it, nor the home page without a running offer', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await withHomePage(page, (html) => html.replaceAll('data-promotion', 'data-ends-on="2026-11-20" data-promotion'));
  for (const address of ['/book', '/']) {
    await page.goto(address);
    await waitInVain(page);
    await expect(page.locator('dialog')).toHaveCount(0);
  }
  expect(asked.filter((url) => /popup/.test(url))).toEqual([]);
});
