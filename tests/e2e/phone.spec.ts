import type { Page } from '@playwright/test';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test, withMotion } from '#tests/support/host';
import { visitor } from './booking-site.ts';
import { otherArea } from '#tests/support/addresses';

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

for (const [address, height] of [
  ['/', 667],
  [otherArea.page, 553],
  ['/blog', 667],
  ['/gallery', 553],
] as const) {
  test(`${address} is all there when it is loaded, with one pair of buttons in each screen`, async ({ page }) => {
    await withoutPopup(page);
    await page.setViewportSize({ width: 375, height });
    await page.goto(address);
    const skipped = await page
      .locator('body *')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').length);
    expect(skipped).toBe(0);
    // Each section has words for a reader mode, a print and a search in the page.
    for (const section of await page.getByRole('main').locator('section').all()) {
      await expect(section).toHaveText(/\w{2}/, { useInnerText: true });
    }
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < end; y += height / 2) {
      await page.evaluate((to) => scrollTo(0, to), y);
      await expect.poll(() => pairs(page), { message: `${y} px down`, intervals: [0, 20, 50, 100] }).toBe(1);
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

test.describe('the menu', () => {
  test.use({ ...withMotion, hasTouch: false, isMobile: false });

  test('says Close when it is open; closes by Escape, by a click outside and by a press there, which Safari follows by no click; the dialog opened from it gives focus back to the button in it, from a later step too', async ({
    page,
  }) => {
    const { dialog, giveContact, press, slots } = visitor(page);
    await withoutPopup(page);
    await page.goto('/');
    const menu = page.locator('details[data-menu]');
    const summary = menu.locator('summary');
    const outside = page.getByRole('heading', { level: 1 });
    await expect(summary).toHaveText('Menu', { useInnerText: true });
    const ways = [
      () => menu.getByRole('link').first().press('Escape'),
      () => outside.click(),
      async () => {
        await outside.hover();
        await page.mouse.down();
      },
    ];
    for (const close of ways) {
      await summary.click();
      await expect(menu).toHaveAttribute('open');
      await expect(summary).toHaveText('Close', { useInnerText: true });
      await close();
      await expect(menu).not.toHaveAttribute('open');
      await page.mouse.up();
      await expect(summary).toBeFocused();
    }

    await summary.click();
    const schedule = menu.getByRole('link', { name: /^Schedule/ });
    await schedule.click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(schedule).toBeFocused();

    await schedule.click();
    await giveContact();
    await press('See Available Times');
    // The button that is pressed goes with its step: a press in the dialog all the same, none outside of the menu.
    await slots.first().click();
    await expect(dialog.getByLabel('City')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(schedule).toBeFocused();
  });
});

test.describe('before the scripts', () => {
  for (const [address, height, isThere] of [
    ['/', 667, true],
    ['/es/', 812, true],
    ['/', 932, false],
    [otherArea.page, 667, false],
  ] as const) {
    test(`${address} in a window of ${height} px has one way to book in its first frame`, async ({ page }) => {
      await page.route(/\.js$/, (route) => route.abort());
      await page.setViewportSize({ width: 390, height });
      await page.goto(address);
      await expect(page.locator('[data-dock]')).toBeVisible({ visible: isThere });
      expect(await pairs(page)).toBe(1);
    });
  }
});
