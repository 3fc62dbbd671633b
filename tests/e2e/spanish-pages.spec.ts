import { expectAccessible, expectFits } from '#tests/support/browser/axe';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test } from '#tests/support/host';
import { addItem } from './gallery-site.ts';
import { areaPage, articlePage } from '#tests/support/addresses';

/** One page of each kind; the others are of the same components. */
const kinds = [
  '/es',
  '/es/blog',
  `/es${articlePage}`,
  `/es${areaPage}`,
  '/es/gallery',
  '/es/privacy',
  '/es/sol',
  '/es/thank-you',
  '/es/unknown',
];

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
      await expectFits(page, address);
    });
  }
});

test.describe('by touch at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('the switch stands beside the menu, is large enough for a finger, and keeps the page both ways', async ({
    page,
  }) => {
    await page.goto(areaPage);
    for (const [name, url] of [
      ['Español', `/es${areaPage}`],
      ['English', areaPage],
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

test('the room through the day is told in Spanish', async ({ page }) => {
  await page.goto('/es');
  const slider = page.getByRole('slider', { name: 'A lo largo del día' });
  await slider.focus();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /^9 p\. m\.: \p{L}{3}/u);
  await expect(page.getByText(/^\p{L}+, 9 p\. m\.: \p{L}{3}/u)).toBeVisible();
});

test('a work has its Spanish words; one without them keeps the English ones, marked as such', async ({
  page,
  site,
}) => {
  await addItem(site, {
    title: 'Lanai',
    titleEs: 'Terraza',
    descriptionEs: 'Al mediodía.',
    altEs: 'Una terraza al mediodía',
  });
  await addItem(site, { title: 'Nursery' });
  await page.goto('/es/gallery');
  const terrace = page.getByRole('button', { name: /^Una terraza al mediodía Terraza/ });
  await expect(terrace).toContainText('Al mediodía.');
  await expect(terrace.locator('[lang]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Nursery' }).locator('b')).toHaveText('Nursery');
  await expect(page.locator('[lang=en]').getByText('Nursery')).toBeVisible();
  await terrace.click();
  await expect(page.getByRole('heading', { name: 'Terraza' })).toBeVisible();
  await page.goto('/gallery');
  await expect(page.getByRole('button', { name: 'Lanai' })).toBeVisible();
});
