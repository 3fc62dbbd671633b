import type { Page } from '@playwright/test';
import { hold } from '#tests/support/browser/network';
import { addItem, expect, files, test } from '#tests/e2e/gallery-site';

const lightbox = (page: Page) => page.getByRole('dialog');
const picture = (page: Page) => lightbox(page).getByRole('img');
const title = (page: Page) => lightbox(page).getByRole('heading');
const boxOf = async (page: Page) => {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('No picture');
  return box;
};

/** How many times its size the picture has. */
const scaleOf = (page: Page) =>
  picture(page).evaluate((image: HTMLImageElement) => image.getBoundingClientRect().width / image.offsetWidth);

const expectLoaded = (page: Page) =>
  expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

test.describe('on a phone', () => {
  const viewport = { width: 375, height: 740 };
  test.use({ viewport, hasTouch: true, isMobile: true });

  test('a work has the whole screen, upright and turned: fingers and taps zoom and move it, and a swipe turns only a whole one', async ({
    page,
    site,
  }) => {
    await addItem(site, { title: 'Film', file: files.shade, displayOrder: 3 });
    await addItem(site, { title: 'Second', file: files.nursery, displayOrder: 2 });
    await addItem(site, { title: 'First', file: files.kitchen, description: 'A sink.', displayOrder: 1 });
    await page.goto('/es/gallery');
    const work = page.locator('button.work').first();
    const small = await work.locator('img').boundingBox();
    for (const words of ['First', 'A sink.']) {
      await expect(work.getByText(words)).toBeVisible();
      const { y: top = 0 } = (await work.getByText(words).boundingBox()) ?? {};
      expect(top).toBeGreaterThanOrEqual((small?.y ?? 0) + (small?.height ?? 0));
    }
    expect((small?.width ?? 0) / (small?.height ?? 1)).toBeCloseTo(16 / 9, 1);
    await work.tap();
    await expectLoaded(page);
    const act = lightbox(page).getByRole('button', { name: 'Preguntar por este trabajo' });
    for (const [width, height] of [
      [740, 340],
      [viewport.width, viewport.height],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => boxOf(page)).toEqual({ x: 0, y: 0, width, height });
      for (const part of [title(page), act, lightbox(page).getByText('A sink.')])
        await expect(part).toBeInViewport({ ratio: 1 });
    }

    const wires = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly [x: number, y: number][]) =>
      wires.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const [x, y] = [viewport.width / 2, viewport.height / 2];
    await touch('touchStart', [x - 30, y]);
    await touch('touchStart', [x - 30, y], [x + 30, y]);
    await touch('touchMove', [x - 90, y], [x + 90, y]);
    await touch('touchEnd');
    await expect.poll(() => scaleOf(page)).toBeCloseTo(3, 1);
    const foot = lightbox(page).locator('.foot');
    await expect(foot).toHaveCSS('opacity', '0');

    await test.step('a drag moves the enlarged picture, to its edge at most, and turns nothing', async () => {
      for (let drags = 0; drags < 4; drags += 1) {
        await touch('touchStart', [x + 120, y]);
        await touch('touchMove', [x - 120, y]);
        await touch('touchEnd');
      }
      const { x: left, width } = await boxOf(page);
      const shown = await picture(page).evaluate((image: HTMLImageElement) => {
        const fit = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
        return image.naturalWidth * fit * 3;
      });
      expect(left + (width + Math.max(shown, viewport.width)) / 2).toBeCloseTo(viewport.width, 0);
      await expect(title(page)).toHaveText('First');
    });

    await test.step('fingers that close show the whole picture; two taps enlarge it, and show it whole again', async () => {
      await touch('touchStart', [x - 120, y], [x + 120, y]);
      await touch('touchMove', [x - 10, y], [x + 10, y]);
      await touch('touchEnd');
      await expect.poll(() => scaleOf(page)).toBe(1);
      await expect(foot).toHaveCSS('opacity', '1');
      for (const scale of [2.5, 1]) {
        for (let taps = 0; taps < 2; taps += 1) await page.touchscreen.tap(x, y);
        await expect.poll(() => scaleOf(page)).toBeCloseTo(scale, 2);
      }
    });

    const swipe = async (distance = 160) => {
      await touch('touchStart', [x + 80, y]);
      await touch('touchMove', [x + 80 - distance, y]);
      await touch('touchEnd');
    };
    await swipe(30);
    await expect(title(page)).toHaveText('First');
    await swipe();
    await expect(title(page)).toHaveText('Second');
    await expectLoaded(page);
    for (let taps = 0; taps < 2; taps += 1) await page.touchscreen.tap(x, y);
    await expect.poll(() => scaleOf(page)).toBeCloseTo(2.5, 2);

    await test.step('a turned phone shows it whole, and so does the next item; no words cover a player', async () => {
      // The browser may ask for a larger file then, and the picture has no size until it comes.
      const come = await hold(page, '**/.netlify/images**');
      await page.setViewportSize({ width: viewport.height, height: viewport.width });
      await expect.poll(() => scaleOf(page)).toBe(1);
      come();
      await page.setViewportSize(viewport);
      await swipe();
      await expect(title(page)).toHaveText('Film');
      const film = await lightbox(page).locator('video').boundingBox();
      const words = await act.boundingBox();
      expect((film?.y ?? 0) + (film?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0);
    });
  });
});

test('a double click enlarges the picture, a drag and the arrow keys move it, + and - zoom', async ({ page, site }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await addItem(site, { title: 'Second', file: files.nursery, displayOrder: 2 });
  await addItem(site, { title: 'First', file: files.kitchen, displayOrder: 1 });
  await page.goto('/gallery');
  await page.locator('button.work').first().click();
  await expectLoaded(page);
  const { x, y } = await boxOf(page).then((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  await page.mouse.dblclick(x, y);
  await expect.poll(() => scaleOf(page)).toBeCloseTo(2.5, 2);
  const from = await boxOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y - 60, { steps: 4 });
  await page.mouse.up();
  const drag = async () => await boxOf(page).then((box) => [box.x - from.x, box.y - from.y].map(Math.round));
  await expect.poll(drag).toEqual([-100, -60]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(drag).toEqual([-20, -60]);
  await expect(title(page)).toHaveText('First');
  for (const press of ['-', '-', '-']) await page.keyboard.press(press);
  await expect.poll(() => scaleOf(page)).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect(title(page)).toHaveText('Second');
  await expectLoaded(page);
  await page.keyboard.press('+');
  await expect.poll(() => scaleOf(page)).toBeCloseTo(1.5, 2);
});
