import { business } from '#business';
import { expectAccessible, expectFits } from '#tests/support/browser/axe';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test } from '#tests/support/host';
import { areaPage, articlePage } from '#tests/support/addresses';

/** One page of each kind, and every kind of not-found. */
const kinds = [
  '/blog',
  articlePage,
  areaPage,
  '/privacy',
  '/accessibility',
  '/sun',
  '/unknown',
  '/blog/unknown',
  '/service-areas/unknown',
];

test.use({ viewport: { width: 1440, height: 900 } });

// At the width of a phone it looks at the same kinds in Spanish: spanish-pages.spec.ts.
test('axe finds nothing on a page of each kind, which fits every width, and 200 % text on a phone; no policy blocks any of it', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  for (const address of kinds) {
    await test.step(address, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(address);
      await expectAccessible(page, address);
      await expectFits(page, address);
    });
  }
  // The browser itself tells of each page that is not found.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page reads, and its buttons lead on', async ({ page }) => {
    for (const address of kinds) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('img').filter({ visible: false })).toHaveCount(0);
      const schedule = page.getByRole('contentinfo').getByRole('link', { name: 'Schedule Consultation' });
      await expect(schedule).toHaveAttribute('href', '/book');
      const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
      await expect(privacy).toHaveAttribute('href', '/privacy');
    }
  });
});

test('the keyboard opens an article from the list, past the skip link; each leads to the dialog and to the phone, an article back to the list', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await page.goto('/blog');
  const block = page.locator('.ask', { has: page.getByRole('heading', { name: 'Have Questions?' }) });
  const call = block.getByRole('link', { name: business.phone.display });
  await expect(call).toHaveAttribute('href', business.phone.href);
  await expect(call).toHaveAttribute('data-track', 'phone_click');
  await block.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(dialog).toBeVisible();

  await page.goto('/blog');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = main.getByRole('listitem').first().getByRole('link');
  await expect(first).toBeFocused();
  const title = (await first.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main.getByRole('link', { name: business.phone.display })).toHaveAttribute('href', business.phone.href);
  await main.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await main.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blog');
});

test('what is not found says so, with status 404, and leads on; the footer leads to the privacy page', async ({
  page,
}) => {
  await withoutPopup(page);
  const lost = "We couldn't find the location you're looking for.";
  for (const [address, heading, text, link, target] of [
    ['/blog/unknown', 'Article Not Found', '', 'Back to Blog', 'Guides'],
    ['/unknown', '404 Page Not Found', 'Did you forget to add the page to the router?', 'Privacy', 'Privacy'],
    ['/service-areas/unknown', 'Location Not Found', lost, 'Return to Home', /./],
  ] as const) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(text).first()).toBeVisible();
    await page.getByRole('link', { name: link }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: target })).toBeVisible();
    await expect(page).not.toHaveURL(address);
  }
  await expect(page).toHaveURL('/');
});
