import { siteLanguages } from '#i18n/site-languages';
import { areaPage, otherArea } from '#tests/support/addresses';
import { bookingPairs, withoutPopup } from '#tests/support/browser/home';
import { expect, test, withMotion } from '#tests/support/host';
import { visitor } from './booking-site.ts';

/** What a visitor sees on a phone: under a finger, where nothing hovers. */
test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

test.beforeEach(({ page }) => withoutPopup(page));

test('a page is all there when it is loaded, with one pair of buttons in each screen; the switch of the language keeps the page', async ({
  page,
}) => {
  for (const [address, height] of [
    ['/', 667],
    [otherArea.page, 553],
    ['/gallery', 553],
  ] as const) {
    await page.setViewportSize({ width: 375, height });
    await page.goto(address);
    const skipped = await page
      .locator('body *')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').length);
    expect(skipped).toBe(0);
    // Each section has words for a reader mode, a print and a search in the page.
    for (const section of await page.getByRole('main').locator('section').all())
      await expect(section).toHaveText(/\w{2}/, { useInnerText: true });
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < end; y += height / 2) {
      await page.evaluate((to) => scrollTo(0, to), y);
      const message = `${address}, ${y} px down`;
      await expect.poll(() => bookingPairs(page), { message, intervals: [0, 20, 50, 100] }).toBe(1);
    }
  }

  await page.setViewportSize({ width: 320, height: 640 });
  const switches = [
    ['Español', '/es/gallery'],
    ['English', '/gallery'],
  ] as const;
  for (const [name, url] of siteLanguages.length > 1 ? switches : []) {
    const link = page.getByRole('banner').getByRole('link', { name });
    const summary = page.getByRole('banner').locator('summary');
    // It stands behind the link, and may be read later.
    await expect(summary).toBeVisible();
    const { width = 0, height = 0, y = 0 } = (await link.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(Math.abs(((await summary.boundingBox())?.y ?? 0) - y)).toBeLessThan(8);
    await link.tap();
    await expect(page).toHaveURL(url);
  }
});

test.describe('the menu', () => {
  test.use({ ...withMotion, hasTouch: false, isMobile: false });

  test('it says Close when it is open, closes by Escape and by a press outside, and gets focus back from the dialog opened in it', async ({
    page,
  }) => {
    const { dialog, giveContact, press, slots } = visitor(page);
    await page.goto(areaPage);
    const menu = page.locator('details[data-menu]');
    const summary = menu.locator('summary');
    const outside = page.locator('main figure').first();
    await expect(summary).toHaveText('Menu', { useInnerText: true });
    const closings = [
      () => menu.getByRole('link').first().press('Escape'),
      () => outside.click(),
      async () => {
        await outside.hover();
        await page.mouse.down();
      },
    ];
    for (const close of closings) {
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
    for (const isLater of [false, true]) {
      await schedule.click();
      await expect(dialog.getByLabel('Name')).toBeFocused();
      if (isLater) {
        await giveContact();
        await press('See Available Times');
        // The button that is pressed goes with its step: a press in the dialog all the same, none outside of the menu.
        await slots.last().click();
        await expect(dialog.getByLabel('City')).toBeFocused();
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(schedule).toBeFocused();
    }
  });
});
