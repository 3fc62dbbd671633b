import { business } from '#business';
import { expect, lookTest as test } from '#tests/support/host';

/** The known slugs (specification, section 2). */
const slugs = [
  'energy-efficient-window-treatments-florida',
  'motorized-shades-vs-traditional-blinds',
  'choosing-window-treatments-florida-home',
];
const categories = ['Energy Efficiency', 'Smart Home', 'Buying Guide'];

test('the list has three article cards, each with all that it says, leading to its article', async ({ page }) => {
  await page.goto('/blog');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(slugs.length);
  const addresses = [];
  for (const card of await cards.all()) {
    await expect(card.getByRole('img')).toHaveAttribute('alt', /\S{3,}/);
    await expect(card.getByText(new RegExp(`^(${categories.join('|')})$`))).toBeVisible();
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(/\S/);
    await expect(card.getByText(/^\d+ min read$/)).toBeVisible();
    await expect(card.getByRole('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    await expect(card.getByRole('paragraph').last()).toHaveText(/.{40,160}/);
    addresses.push(await card.getByRole('link').getAttribute('href'));
  }
  expect(addresses.toSorted()).toEqual(slugs.map((slug) => `/blog/${slug}`).toSorted());
});

test('a card opens its article', async ({ page }) => {
  await page.goto('/blog');
  const link = page.getByRole('main').getByRole('listitem').first().getByRole('link');
  const title = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('"Have Questions?" has a schedule and a call button', async ({ page }) => {
  await page.goto('/blog');
  const block = page.locator('.ask', { has: page.getByRole('heading', { name: 'Have Questions?' }) });
  const call = block.getByRole('link', { name: business.phone.display });
  await expect(call).toHaveAttribute('href', business.phone.href);
  await expect(call).toHaveAttribute('data-track', 'phone_click');
  await block.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
});

for (const slug of slugs) {
  test.describe(slug, () => {
    test('has category, title, date, read time, picture and body', async ({ page }) => {
      await page.goto(`/blog/${slug}`);
      const article = page.getByRole('article');
      const head = article.getByRole('banner').or(article.locator('header'));
      await expect(head.getByText(new RegExp(`^(${categories.join('|')})$`))).toBeVisible();
      await expect(head.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(head.getByRole('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/);
      await expect(head.getByText(/^\d+ min read$/)).toBeVisible();
      await expect(article.getByRole('figure').getByRole('img')).toBeVisible();
      const words = ((await article.locator('.prose').textContent()) ?? '').split(/\s+/).length;
      expect(words).toBeGreaterThan(900);
    });

    test('its title is the article’s plus the business’s name, its description the excerpt', async ({ page }) => {
      await page.goto('/blog');
      const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/blog/${slug}"]`) });
      const excerpt = (await card.getByRole('paragraph').last().textContent()) ?? '';
      await card.getByRole('link').click();
      const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
      await expect(page).toHaveTitle(`${title} | ${business.name}`);
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', excerpt);
    });
  });
}

test('an article leads back to the list, to the dialog and to the phone', async ({ page }) => {
  await page.goto(`/blog/${slugs[0]}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: business.phone.display })).toHaveAttribute('href', business.phone.href);
  await main.getByRole('link', { name: 'Schedule Consultation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await main.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blog');
});

for (const address of ['/blog/unknown', '/blog/unknown/', '/blog/not-found']) {
  test(`${address} is "Article Not Found", with status 404`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible();
  });
}
