import { z } from 'astro/zod';
import { business, links } from '#business';
import { hearEvents, withoutPopup } from '#tests/support/browser/home';
import { requestsOf, untilQuiet } from '#tests/support/browser/network';
import { contentOf } from '#tests/support/content';
import { expect, test } from '#tests/support/host';

const [benefits] = await contentOf('benefits', { button: z.string() });
const offers = await contentOf('promotions', {});
const products = await contentOf('products', {});

// What the sections say is in tests/built/home.test.ts: here is what they do.
test('links to a section arrive at it, questions open one at a time, and what is seen and clicked is reported to no other host', async ({
  page,
  context,
}) => {
  await withoutPopup(page);
  const asked = requestsOf(page);
  const heard = await hearEvents(page);
  await page.goto('/');
  expect(await heard('product_view')).toEqual([]);
  await page.getByRole('link', { name: benefits?.fields.button ?? '' }).click();
  await expect(page).toHaveURL(/#products$/);
  await expect(page.locator('#products').getByRole('heading', { level: 2 })).toBeInViewport();

  await test.step('each product that is seen is reported, once', async () => {
    const cards = page.locator('#products').getByRole('article');
    for (const card of [...(await cards.all()), cards.first()]) await card.getByRole('img').scrollIntoViewIfNeeded();
    const seen = async () => (await heard('product_view')).map(({ product }) => String(product));
    await expect.poll(async () => (await seen()).toSorted()).toEqual(products.map(({ id }) => id).toSorted());
  });

  const items = page.locator('details[name=faq]');
  const [first, second] = [items.nth(0), items.nth(1)];
  await expect(first.getByRole('paragraph')).toBeVisible();
  await second.locator('summary').click();
  await expect(second.getByRole('paragraph')).toBeVisible();
  await expect(first.getByRole('paragraph')).toBeHidden();
  await second.locator('summary').press('Enter');
  await expect(second.getByRole('paragraph')).toBeHidden();
  await expect(page.locator('main details[open]')).toHaveCount(0);

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await untilQuiet(page);
  expect(new Set(asked.map(({ host }) => host))).toEqual(new Set([new URL(page.url()).host]));

  await test.step('the rating and the button lead to the review site in a new tab, and are reported', async () => {
    await context.route(`${new URL(links.reviews.href).origin}/**`, (route) => route.fulfill({ body: 'Reviews' }));
    const places: { location: string }[] = [];
    for (const [location, name] of [
      ['rating_link', `${business.rating} stars on ${links.reviews.site}`],
      ['button', 'Read all reviews'],
    ] as const) {
      if (location === 'rating_link' && !business.rating) continue;
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name }).click();
      const tab = await opened;
      await expect(tab).toHaveURL(links.reviews.href);
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      await tab.close();
      places.push({ location });
      expect(await heard('google_reviews_click')).toEqual(places);
    }
  });

  await test.step('a click on the phone or on a button says where it was', async () => {
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    for (const event of ['phone_click', 'cta_click']) {
      const link = page.locator(`[data-track=${event}]:visible`).first();
      await link.click();
      const location = await link.getAttribute('data-track-location');
      expect(location).not.toBeNull();
      await expect.poll(() => heard(event)).toEqual([{ location }]);
    }
  });

  await test.step('a link from elsewhere to a section arrives at it, on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    const hash = offers.length > 0 ? '#deals' : '#products';
    await page.goto('/robots.txt');
    await page.goto(`/${hash}`);
    const { height: header } = (await page.getByRole('banner').boundingBox()) ?? { height: 0 };
    const top = () => page.locator(hash).evaluate((one) => one.getBoundingClientRect().top);
    // The section's own margin at its head is 72 px at least: the heading is in sight.
    await expect.poll(async () => Math.abs((await top()) - header)).toBeLessThan(48);
  });
});
