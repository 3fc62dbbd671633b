import { hold, rendererOf, requestsOf } from '#tests/support/browser/network';
import { walked } from '#tests/support/host';
import { addItem, expect, FIRST, test } from '#tests/e2e/gallery-site';

for (const [name, [width, height], seen] of walked([
  ['on a phone the pictures of the two cards that are seen are asked for first', [375, 812], 2],
  ['on a wide screen those of both rows that are seen', [1440, 900], 6],
] as const)) {
  test(`${name}, and the others follow`, async ({ page, site }) => {
    const count = 8;
    for (let left = count; left > 0; left -= 1) await addItem(site, { title: `Work ${left}` });
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const requests = requestsOf(page);
    const asked = () => requests.filter(({ pathname }) => pathname === '/.netlify/images').length;
    const show = await hold(page, '**/.netlify/images**');
    await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
    await expect.poll(asked).toBe(seen);
    await expect(page.locator('button.work')).toHaveCount(0);
    // React, and with it the other pictures, wait a second for these, and no longer.
    await page.clock.runFor(999);
    expect(asked()).toBe(seen);
    await page.clock.runFor(1);
    await expect(page.locator('button.work').first()).toBeVisible();
    await page.clock.resume();
    await expect(page.locator('button.work')).toHaveCount(count);
    show();
    await page.locator('button.work').last().scrollIntoViewIfNeeded();
    await expect.poll(asked).toBe(count);
  });
}

test('a filter that is pressed before React is there counts when it comes; a picture’s blurred look goes once the picture is there', async ({
  page,
  site,
}) => {
  const placeholder = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=';
  await addItem(site, { title: 'Kitchen', placeholder });
  await addItem(site, { title: 'Nursery', category: 'general' });
  await page.goto('/book');
  const renderer = `**${await rendererOf(page)}`;
  const goOn = await hold(page, renderer);
  const show = await hold(page, '**/.netlify/images**');
  const react = page.waitForRequest(renderer);
  // The page counts as loaded only with the pictures.
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  await react;
  await page.getByRole('button', { name: FIRST }).click();
  goOn();
  await expect(page.getByRole('button', { name: FIRST })).toHaveAttribute('aria-pressed', 'true');
  const works = page.locator('button.work:visible');
  await expect(works.locator('b')).toHaveText(['Kitchen']);
  await expect(works.locator('.blur-placeholder')).toHaveCount(1);
  await works.click();
  await expect(page.getByRole('dialog').locator('.blur-placeholder')).toHaveCount(1);
  show();
  await expect(page.locator('.blur-placeholder')).toHaveCount(0);
});
