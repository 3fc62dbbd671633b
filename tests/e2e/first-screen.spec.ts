import type { Page } from '@playwright/test';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test } from '#tests/support/host';
import { areaPage } from '#tests/support/addresses';

const pages = ['/es', areaPage, '/blog', '/gallery', '/book', '/'];
/** A sentence of ours in a heading's type and in running text: how wide and how high it is, in px. */
const measured = (page: Page) =>
  page.evaluate(() =>
    ['display', ''].map((className) => {
      const line = document.createElement('span');
      const text = 'Motorized shades, shutters and drapery, measured and installed by two people who live here.';
      Object.assign(line, { className, textContent: text });
      Object.assign(line.style, { position: 'absolute', whiteSpace: 'nowrap', fontSize: '40px' });
      document.body.append(line);
      const { width, height } = line.getBoundingClientRect();
      line.remove();
      return { width, height };
    }),
  );

test.beforeEach(async ({ page }) => withoutPopup(page));

test('text is seen before the typefaces come, about as wide and just as high', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const faces = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => !family.includes('Fallback')).map(({ display }) => display),
  );
  expect(new Set(faces)).toEqual(new Set(['swap']));
  // The machine's own typefaces take a moment to be found.
  await measured(page);
  await page.waitForTimeout(200);
  const before = await measured(page);
  held.resolve();
  await page.evaluate(() => document.fonts.ready);
  for (const [index, after] of (await measured(page)).entries()) {
    const { width = 0, height = 0 } = before[index] ?? {};
    expect(Math.abs(width / after.width - 1)).toBeLessThan(0.02);
    expect(height).toBeCloseTo(after.height, 0);
    // Or the test would compare the same with itself.
    expect(width).not.toBe(after.width);
  }
});

test('whatever becomes of the scripts, all of a page is visible, and the buttons lead somewhere', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  for (const address of pages) {
    await page.goto(address);
    const hidden = await page
      .locator('main section, main article, main > div, footer')
      .evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().height === 0).length);
    expect(hidden, address).toBe(0);
  }
  await page.getByRole('main').getByRole('link', { name: 'Schedule Consultation' }).first().click();
  await expect(page).toHaveURL(/\/book$/);
});
