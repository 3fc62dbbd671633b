import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { bytes } from '#tests/support/sample-media';
import { addItem, expect, expectPlaysAndSeeks, files, signIn, test } from '#tests/e2e/gallery-site';
import { onDisk } from '#tests/e2e/upload-files';

const MB = 1024 * 1024;
const LENGTH = 21 * MB;
const PART = 4 * MB;

/** A film that plays, and is longer than one answer of a function may be: the rest is a box that players skip. */
async function longFilm(): Promise<Buffer> {
  const film = await readFile(files.shade);
  const rest = LENGTH - film.length;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(rest);
  head.write('free', 4);
  return Buffer.concat([film, head, bytes('', rest - head.length)]);
}

test('a film too long for one answer plays and seeks where a player cannot read it by ranges; the owner downloads it whole', async ({
  page,
  site,
}, info) => {
  const film = await longFilm();
  await signIn(page.request);
  await addItem(site, { title: 'Long film', file: await onDisk(info, 'long.mp4', film) });
  // What the page asks for of the film, in ranges. The player itself asks without, as one that knows no ranges.
  const ranges: string[] = [];
  await page.route('**/media/*.mp4', async (route) => {
    const { range, ...headers } = route.request().headers();
    if (route.request().resourceType() === 'media') return await route.continue({ headers });
    ranges.push(range ?? 'whole');
    return await route.fallback();
  });
  const checked = page.waitForResponse('**/api/auth/check');
  await page.goto('/gallery');
  await checked;
  await page.locator('button.work').click();
  const lightbox = page.getByRole('dialog');
  const player = lightbox.locator('video');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1);
  await expect(player).toHaveAttribute('src', /^blob:/);
  const parts = Array.from({ length: Math.ceil(LENGTH / PART) }, (_, index) => index * PART);
  expect(ranges).toEqual(parts.map((first) => `bytes=${first}-${first + PART - 1}`));
  await expectPlaysAndSeeks(player);

  const downloading = page.waitForEvent('download');
  await lightbox.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Long film.mp4');
  await test.step('what is downloaded can still be read when the download has begun', async () => {
    expect(download.url()).toMatch(/^blob:/);
    const width = await page.evaluate((src) => {
      const read = Object.assign(document.createElement('video'), { src });
      return new Promise((done) => {
        read.onloadedmetadata = () => done(read.videoWidth);
        read.onerror = () => done(null);
      });
    }, download.url());
    expect(width).toBe(960);
  });
  expect(film.equals(await readFile(await download.path()))).toBe(true);

  await page.context().clearCookies();
  await page.reload();
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(lightbox.getByRole('button', { name: 'Download' })).toBeHidden();
});

test('a film’s card shows its poster, and then the film; one that is far below waits until it comes near', async ({
  page,
  site,
}) => {
  const file = files.shade;
  await addItem(site, { file, title: 'Far' });
  let posterUrl = '';
  for (let count = 0; count < 6; count += 1) posterUrl = (await addItem(site)).mediaUrl;
  await addItem(site, { file, title: 'Without a poster' });
  await addItem(site, { file, posterUrl, title: 'With a poster' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/gallery');
  await expect(page.locator('button.work')).toHaveCount(9);
  const card = (title: string) => page.locator('button.work', { hasText: title });
  const film = (title: string) => card(title).locator('video');
  const hasFilm = (title: string) => film(title).evaluate((video: HTMLVideoElement) => video.readyState > 0);

  await expect.poll(() => hasFilm('With a poster')).toBe(true);
  const poster = card('With a poster').locator('img');
  await expect(poster).toHaveAttribute('srcset', new RegExp(encodeURIComponent(posterUrl)));
  const shown = await poster.evaluate((picture: HTMLImageElement) => picture.currentSrc);
  await expect(film('With a poster')).toHaveAttribute('poster', shown);
  await expect.poll(() => hasFilm('Without a poster')).toBe(true);
  await expect(card('Without a poster').locator('img')).toHaveCount(0);

  await expect(film('Far')).toHaveCount(0);
  await card('Far').scrollIntoViewIfNeeded();
  await expect.poll(() => hasFilm('Far')).toBe(true);
});

test('a video that does not play is a sentence in the lightbox, in English and Spanish, and the next one plays', async ({
  page,
  site,
}) => {
  for (const name of ['hevc', 'sound']) await addItem(site, { title: name, file: `tests/fixtures/media/${name}.mp4` });
  await addItem(site, { title: 'shade', file: files.shade });
  const lightbox = page.getByRole('dialog');
  const work = (title: string) => page.locator('button.work').filter({ hasText: title });
  for (const [address, title, sentence] of [
    ['/gallery', 'hevc', 'This video cannot be played here. Please check your connection, or try another browser.'],
    ['/es/gallery', 'sound', 'Este video no se puede reproducir aquí. Revise su conexión o pruebe con otro navegador.'],
  ] as const) {
    await page.goto(address);
    await work(title).click();
    await expect(lightbox.getByText(sentence)).toBeVisible();
    await expect(lightbox.locator('video')).toHaveCount(0);
  }
  await page.goto('/gallery');
  await work('shade').click();
  const player = lightbox.locator('video');
  await expect(player).toHaveAttribute('controls');
  await expect(player).toHaveAttribute('preload', 'metadata');
  await expectPlaysAndSeeks(player);
});

/** Whether the browser's own menu would have opened, or the drag begun. */
const isAllowed = (page: Page, selector: string, type: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((media, name) => media.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })), type);

test('a visitor’s media are protected, also while the gallery’s script is on its way; the owner’s are not', async ({
  page,
  site,
}) => {
  await addItem(site, { title: 'Shade coming down', file: files.shade });
  await addItem(site);
  const work = page.locator('button.work');
  await page.route(/\/_astro\/Gallery\./, (route) => route.abort());
  await page.goto('/gallery');
  await expect(page.locator('[data-skeleton] img').first()).toHaveJSProperty('draggable', false);
  expect(await isAllowed(page, '[data-skeleton] img', 'contextmenu')).toBe(false);
  await expect(page.locator('[data-skeleton] .work').first()).toHaveCSS('user-select', 'none');
  await page.unroute(/\/_astro\/Gallery\./);

  for (const isOwner of [false, true]) {
    if (isOwner) await signIn(page.request);
    const checked = page.waitForResponse('**/api/auth/check');
    await page.goto('/gallery');
    await checked;
    await expect(page.locator('body[data-owner]')).toHaveCount(isOwner ? 1 : 0);
    for (const event of ['contextmenu', 'dragstart'])
      expect(await isAllowed(page, 'button.work img', event)).toBe(isOwner);
    await expect(work.first().locator('img')).toHaveJSProperty('draggable', isOwner);
    await expect(work.first()).toHaveCSS('user-select', isOwner ? 'auto' : 'none');
    await work.nth(1).click();
    const player = page.getByRole('dialog').locator('video');
    expect(await isAllowed(page, 'dialog video', 'contextmenu')).toBe(isOwner);
    if (isOwner) await expect(player).not.toHaveAttribute('controlslist');
    else await expect(player).toHaveAttribute('controlslist', 'nodownload');
    await page.keyboard.press('Escape');
    // The step back in the history would collide with the next visit.
    await expect(page).toHaveURL('/gallery');
  }
});
