import { expect, test } from './gallery-site.ts';

test('the gallery’s view is an event, once a page', async ({ page }) => {
  await page.addInitScript(() => {
    const events: unknown[] = [];
    Object.assign(window, { events, gtag: (...command: unknown[]) => events.push(command) });
  });
  await page.goto('/gallery');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'events'))).toEqual([['event', 'gallery_view', {}]]);
});
