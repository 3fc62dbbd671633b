import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { bytes } from '#tests/support/sample-media';
import { addItem, expect, expectPlaysAndSeeks, files, signIn, test } from './gallery-site.ts';
import { onDisk } from './upload-files.ts';

const MB = 1024 * 1024;
const LENGTH = 21 * MB;
const PART = 4 * MB;

/** A film that plays, and is longer than one answer of a function may be: the rest is a box that players skip. */
async function longFilm(): Promise<Uint8Array> {
  const film = await readFile(files.shade);
  const rest = LENGTH - film.length;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(rest);
  head.write('free', 4);
  return Buffer.concat([film, head, bytes('', rest - head.length)]);
}

/** What the page asks for of the film, in ranges. The player itself asks without, as one that knows no ranges. */
async function withPlainPlayer(page: Page): Promise<string[]> {
  const ranges: string[] = [];
  await page.route('**/media/*.mp4', async (route) => {
    const { range, ...headers } = route.request().headers();
    if (route.request().resourceType() === 'media') return await route.continue({ headers });
    ranges.push(range ?? 'whole');
    return await route.fallback();
  });
  return ranges;
}

test('a film too long for one answer plays and seeks where a player cannot read it by ranges', async ({
  page,
  site,
}, info) => {
  await signIn(page.request);
  await addItem(site, { title: 'Long film', file: await onDisk(info, 'long.mp4', await longFilm()) });
  const ranges = await withPlainPlayer(page);
  await page.goto('/gallery');
  await page.locator('button.work').click();
  const player = page.getByRole('dialog').locator('video');
  await expect.poll(() => player.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(1);
  await expect(player).toHaveAttribute('src', /^blob:/);
  const parts = Array.from({ length: Math.ceil(LENGTH / PART) }, (_, index) => index * PART);
  expect(ranges).toEqual(parts.map((first) => `bytes=${first}-${first + PART - 1}`));
  await expectPlaysAndSeeks(player);
});

test('what is downloaded can still be read when the download has begun', async ({ page, site }) => {
  await signIn(page.request);
  await addItem(site, { title: 'Shade', file: files.shade });
  const checked = page.waitForResponse('**/api/auth/check');
  await page.goto('/gallery');
  await checked;
  await page.locator('button.work').click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  const address = (await download).url();
  expect(address).toMatch(/^blob:/);
  const read = await page.evaluate((src) => {
    const film = Object.assign(document.createElement('video'), { src });
    return new Promise((done) => {
      film.onloadedmetadata = () => done(film.videoWidth);
      film.onerror = () => done(null);
    });
  }, address);
  expect(read).toBe(960);
});
