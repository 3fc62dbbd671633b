import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { builtPages } from '#tests/support/built-pages';
import { expect, lookTest as test } from '#tests/support/host';

/** One page of each kind, and every kind of not-found. */
const kinds = [
  '/blog',
  '/blog/energy-efficient-window-treatments-florida',
  '/service-areas/celebration',
  '/privacy',
  '/unknown',
  '/blog/unknown',
  '/service-areas/unknown',
];
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [375, 1440]) {
  test(`axe finds nothing on any of these pages at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    const all = (await builtPages()).map(({ address }) => address);
    const ours = all.filter((address) => /^\/(blog|service-areas)\//.test(address));
    for (const address of new Set([...kinds, ...ours])) {
      await page.goto(address);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${address}: ${id} ${nodes.map(({ html }) => html)}`)).toEqual([]);
      expect(await overflow(page), address).toBe(0);
    }
  });
}

for (const address of kinds) {
  test(`${address} fits 320 px, and 200 % text on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await overflow(page)).toBe(0);
  });
}

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  for (const address of kinds) {
    test(`${address} reads, and its buttons lead on`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const main = page.getByRole('main');
      for (const image of await main.getByRole('img').all()) await expect(image).toBeVisible();
      const schedule = page.getByRole('contentinfo').getByRole('link', { name: 'Schedule Consultation' });
      await schedule.click();
      await expect(page).toHaveURL('/book');
    });
  }
});

test('the keyboard opens an article from the list, past the skip link', async ({ page }) => {
  await page.goto('/blog');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.getByRole('main').getByRole('listitem').first().getByRole('link');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blog\/./);
});
