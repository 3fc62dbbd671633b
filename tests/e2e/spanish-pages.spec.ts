import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/axe';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test, withMotion } from '#tests/support/host';
import { untilQuiet } from '#tests/support/browser/quiet';

/** One page of each kind; the others are of the same components. */
const kinds = [
  '/es',
  '/es/blog',
  '/es/blog/energy-efficient-window-treatments-florida',
  '/es/service-areas/osceola-county',
  '/es/gallery',
  '/es/privacy',
  '/es/thank-you',
  '/es/unknown',
];
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.beforeEach(async ({ page }) => withoutPopup(page));

test('axe finds nothing on a page of each kind, which fits every width, and 200 % text on a phone', async ({
  page,
}) => {
  for (const address of kinds) {
    await test.step(address, async () => {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', 'es-US');
      await expectAccessible(page, address);
      for (const width of [375, 320, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflow(page), `${address} at ${width} px`).toBe(0);
      }
      await page.setViewportSize({ width: 375, height: 800 });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await overflow(page), `${address} with large text`).toBe(0);
    });
  }
});

test.describe('by touch at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('the switch stands beside the menu, is large enough for a finger, and keeps the page both ways', async ({
    page,
  }) => {
    await page.goto('/service-areas/ocoee');
    for (const [name, url] of [
      ['Español', '/es/service-areas/ocoee'],
      ['English', '/service-areas/ocoee'],
    ] as const) {
      const link = page.getByRole('banner').getByRole('link', { name });
      const { width = 0, height = 0, y = 0 } = (await link.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      const summary = page.getByRole('banner').locator('summary');
      // It stands behind the link, and may be read later.
      await expect(summary).toBeVisible();
      const menu = await summary.boundingBox();
      expect(Math.abs((menu?.y ?? 0) - y)).toBeLessThan(8);
      await link.tap();
      await expect(page).toHaveURL(url);
    }
  });
});

test.describe('with motion', () => {
  test.use(withMotion);

  test('nothing moves by itself while the Spanish home page is read', async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) document.documentElement.dataset['shift'] = JSON.stringify(entry);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/es');
    // Where a machine has not the fonts that the fallbacks are reckoned for, lines move when ours arrive.
    await page.screenshot();
    await page.evaluate(() => document.documentElement.removeAttribute('data-shift'));
    for (const section of await page.getByRole('region').all()) await section.scrollIntoViewIfNeeded();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await untilQuiet(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-shift');
  });
});

test('the room through the day is told in Spanish', async ({ page }) => {
  await page.goto('/es');
  const slider = page.getByRole('slider', { name: 'Hora del día' });
  await slider.focus();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '9:00 p. m.');
  await expect(page.getByText('Sala, 9:00 p. m.')).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: '9:00 p. m.: cerradas, y nadie ve hacia adentro' }),
  ).toBeVisible();
});
