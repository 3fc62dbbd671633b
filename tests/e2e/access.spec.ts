import type { Page } from '@playwright/test';
import { business } from '#business';
import { expectCleanAt } from '#tests/support/browser/axe';
import { builtPages } from '#tests/support/built-pages';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test } from '#tests/support/host';

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

test.use({ viewport: { width: 1440, height: 900 } });

test('axe finds nothing on a page of each kind, which fits 320 px, and 200 % text on a phone', async ({ page }) => {
  for (const address of kinds) {
    await test.step(address, async () => {
      await page.goto(address);
      await expectCleanAt(page, [1440, 375], address);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await overflow(page), address).toBe(0);
      await page.setViewportSize({ width: 375, height: 900 });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await overflow(page), address).toBe(0);
    });
  }
});

const others = async () => {
  const addresses = (await builtPages()).map(({ address }) => address);
  return addresses
    .filter((address) => /^\/(blog|service-areas)\//.test(address) && !kinds.includes(address))
    .toSorted();
};

// In two halves, which both workers may have at once.
for (const half of [0, 1]) {
  test(`axe finds nothing on the other articles and areas, half ${half + 1}`, async ({ page }) => {
    const addresses = await others();
    expect(addresses).toHaveLength(2 + 11);
    for (const address of addresses.filter((_, index) => index % 2 === half)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectCleanAt(page, [1440, 375], address);
    }
  });
}

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page reads, and its buttons lead on', async ({ page }) => {
    for (const address of kinds) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('img').filter({ visible: false })).toHaveCount(0);
      const schedule = page.getByRole('contentinfo').getByRole('link', { name: 'Schedule Consultation' });
      await schedule.click();
      await expect(page).toHaveURL('/book');
    }
  });
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

test('the footer of every page leads to the privacy page', async ({ page }) => {
  await withoutPopup(page);
  for (const address of ['/', '/blog', '/unknown']) {
    await page.goto(address);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  }
});

test('the structured data is in the page that a browser has read, and no policy blocks it', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/service-areas/orlando');
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(json ?? '')['@graph'][0]).toMatchObject({
    name: business.name,
    telephone: business.phone.e164,
    openingHoursSpecification: [
      { opens: '09:00', closes: '18:00' },
      { dayOfWeek: ['Saturday'], opens: '09:00', closes: '15:00' },
    ],
  });
  expect(complaints).toEqual([]);
});
