import type { Page } from '@playwright/test';
import { withoutPopup } from '#tests/support/browser/home';
import { addItem, expect, signIn, test } from './gallery-site.ts';

/** What a visitor sees on a phone: under a finger, where nothing hovers. */
test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

const dock = (page: Page) => page.getByRole('navigation', { name: 'Call or schedule' });
/** How many pairs of "Schedule" and "Call" are in the window: the dock, and rows of which half is seen. */
const pairs = (page: Page) =>
  page.locator('[data-dock], .btn-row:has([data-book])').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom, height } = one.getBoundingClientRect();
        const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
        return seen > height / 2 && one.checkVisibility({ visibilityProperty: true });
      }).length,
  );

test('a work: a clean picture, and its words under it', async ({ page, site }) => {
  await signIn(page.request);
  await addItem(site, { title: 'Living room', description: 'Three shades over a pool.' });
  await page.goto('/gallery');
  const work = page.locator('button.work');
  const picture = await work.locator('img').boundingBox();
  for (const words of ['Living room', 'Three shades over a pool.']) {
    await expect(work.getByText(words)).toBeVisible();
    const { y = 0 } = (await work.getByText(words).boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
  }
  expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});

for (const address of ['/', '/service-areas/orlando', '/blog', '/gallery']) {
  test(`${address} is all there when it is loaded, with one pair of buttons in each screen`, async ({ page }) => {
    await withoutPopup(page);
    await page.goto(address);
    const skipped = await page
      .locator('body *')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').length);
    expect(skipped).toBe(0);
    // Each section has words for a reader mode, a print and a search in the page.
    for (const section of await page.getByRole('main').locator('section').all()) {
      await expect(section).toHaveText(/\w{2}/, { useInnerText: true });
    }
    for (const height of [553, 667]) {
      await page.setViewportSize({ width: 375, height });
      const end = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < end; y += height / 2) {
        await page.evaluate((to) => scrollTo(0, to), y);
        await expect.poll(() => pairs(page), `${y} px down, ${height} px high`).toBe(1);
      }
    }
  });
}

test('/book has one form: its buttons lead to it, and no dock lies over it', async ({ page }) => {
  await page.goto('/book');
  await expect(dock(page)).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Schedule Consultation' }).tap();
  await expect(page.getByLabel('Name', { exact: true })).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the button of the open menu says Close', async ({ page }) => {
  await page.goto('/privacy');
  const menu = page.getByRole('banner').locator('summary');
  await expect(menu).toHaveText('Menu', { useInnerText: true });
  await menu.tap();
  await expect(menu).toHaveText('Close', { useInnerText: true });
  await menu.tap();
  await expect(page.getByRole('banner').getByRole('link', { name: 'View Our Work' })).toBeHidden();
});
