import { readFile } from 'node:fs/promises';
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
