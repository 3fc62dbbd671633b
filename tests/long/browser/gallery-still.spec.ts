import type { Page } from '@playwright/test';
import { hold } from '#tests/support/browser/network';
import { watchShifts } from '#tests/support/browser/shifts';
import { withMotion } from '#tests/support/host';
import { addItem, expect, LIST, test } from '#tests/e2e/gallery-site';

// What a browser has already asked for moves nothing.
test.use({ ...withMotion });

test('nothing moves at any width when six skeletons give way to none, few, many or a failure; 500 items are one list', async ({
  page,
  wire,
  site,
}) => {
  const { id: _, ...item } = await addItem(site);
  const shifts = await watchShifts(page);
  // Each has a picture of its own: one that is there already would be there for all.
  const small = await page.request.get(`/.netlify/images?url=${encodeURIComponent(item.mediaUrl)}&w=640`);
  const body = await small.body();
  await page.route('**/.netlify/images**', (route) => route.fulfill({ body, contentType: 'image/jpeg' }));
  for (const [count, width, height] of [
    [2, 412, 823],
    [2, 768, 1024],
    [0, 412, 823],
    ['failed', 1440, 900],
    [500, 1440, 900],
  ] as const) {
    const list = Array.from({ length: Number(count) || 0 }, (__, index) => {
      const id = `item${String(index).padStart(12, '0')}`;
      return { ...item, id, mediaUrl: `/media/${id}.jpg` };
    });
    wire.always(LIST, { answer: count === 'failed' ? { status: 503, body: {} } : { status: 200, body: list } });
    await test.step(`${count} at ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await expectStill(page, list.length, shifts);
      if (count === 0) await expect(page.getByText('No items found in this category')).toBeVisible();
    });
    if (count !== 'failed') continue;
    const alert = page.getByRole('alert').filter({ hasText: 'The gallery could not be loaded.' });
    wire.calm();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('button.work')).toHaveCount(1);
    await expect(alert).toBeHidden();
  }
  await page.locator('button.work').last().scrollIntoViewIfNeeded();
  await expect(page.locator('button.work').last()).toBeInViewport();
  const loaded = await page
    .locator('button.work img')
    .evaluateAll((all) => all.filter((one) => Reflect.get(one, 'complete')).length);
  expect(loaded).toBeLessThan(150);
  expect(await shifts()).toEqual([]);
});

/** A picture that is drawn whole, and kept for nobody. */
const DRAWN = { type: 'jpeg', quality: 1 } as const;

/** Opens the gallery, whose answer is to come: what shows `count` works then stands where the skeletons stood. */
async function expectStill(page: Page, count: number, shifts: () => Promise<string[]>): Promise<void> {
  const answer = await hold(page, `**${LIST}`);
  await page.goto('/gallery', { waitUntil: 'commit' });
  await expect(page.locator('[data-skeleton]')).toHaveCount(6);
  const skeleton = page.locator('[data-skeleton]').first();
  await expect(skeleton).toBeVisible();
  // Where a machine has not the fonts that the fallbacks are reckoned for, lines move when ours arrive.
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot(DRAWN);
  const frame = await skeleton.boundingBox();
  await shifts();
  answer();
  await expect(page.locator('[data-grid]')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('button.work:visible')).toHaveCount(count);
  if (count > 0) expect(await page.locator('[data-grid] > li').first().boundingBox()).toEqual(frame);
  await page.screenshot(DRAWN);
  expect(await shifts()).toEqual([]);
  await page.unroute(`**${LIST}`);
}
