import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { hashSync } from 'bcryptjs';
import sharp from 'sharp';
import { categoryLabels, filterCategories, NewGalleryItem } from '#contracts/gallery';
import { createItem } from '#server/gallery/items';
import { openStore } from '#server/storage/stores';
import { expect, wired } from '#tests/support/host';
import { keepFile, samples } from '#tests/support/sample-media';
import type { SiteProcess } from '#tests/support/site-process';

export { expect };

export const LIST = '/api/gallery';
export const ALL = '/api/gallery/all';
export const owner = { username: 'owner', password: 'correct horse battery' };

/** What a site knows of its owner. Each test makes a site, and signs in: a hash of the least cost is enough for that. */
export const ownerEnv = {
  ADMIN_USERNAME: owner.username,
  ADMIN_PASSWORD_HASH: Buffer.from(hashSync(owner.password, 4), 'latin1').toString('base64'),
  SESSION_SECRET: 'a secret of the tests, long enough',
};

/** A category with a filter, which items have unless they are given another, and the one of all else: as owners read them. */
export const [FIRST = '', OTHER = ''] = [filterCategories[0], 'general'].map((category) => categoryLabels[category]);

/** Every test visits its site through a wire, and the site has an owner. */
export const test = wired.extend({ siteEnv: ownerEnv });

const folder = path.resolve(import.meta.dirname, '../../src/assets');
/** Pictures and clips of our own, as files that somebody could choose. */
export const files = {
  hero: path.resolve(import.meta.dirname, '../../brand/pictures/hero.jpg'),
  nursery: path.join(folder, 'nursery.jpg'),
  kitchen: path.join(folder, 'kitchen.jpg'),
  shade: path.join(folder, 'demo/shade-lowering.mp4'),
  drapery: path.join(folder, 'demo/drapery-closing.mp4'),
};

/** Lets this browser, pages and requests alike, in. */
export async function signIn(request: APIRequestContext): Promise<void> {
  await expect(await request.post('/api/auth/login', { data: owner })).toBeOK();
}

/** The page is that of the owner, who is signed in. */
export const ownersTest = test.extend({
  page: async ({ page }, use) => {
    await signIn(page.request);
    await use(page);
  },
});

/**
 * Puts an item into the gallery: by the server's own code, without its calls, of which the uploader has tests enough.
 * Without a file it gets a picture so small that the host resizes it in no time; a photo is made small.
 */
export async function addItem({ dataDir }: SiteProcess, item: Partial<NewGalleryItem> & { file?: string } = {}) {
  const { file, ...fields } = item;
  const place = { context: 'dev', dataDir };
  const media = openStore('media', place);
  const made = await createItem(
    { gallery: openStore('gallery', place), media, purge: async () => {} },
    NewGalleryItem.parse({
      title: 'Roller shades',
      category: filterCategories[0],
      isPublished: true,
      mediaType: file?.endsWith('.mp4') ? 'video' : 'image',
      mediaUrl: await keepFile(media, await contentOf(file)),
      ...fields,
    }),
    nextMoment(),
  );
  if ('missing' in made) throw new Error(`No file: ${made.missing}`);
  return made;
}

/** The lines of the browser's log in which the content policy refused the editor something. */
export function policyRefusals(errors: readonly string[]): string[] {
  // It has these typefaces from the site too, and does without knowing how GitHub is.
  const knownHosts = /https:\/\/(cdn\.jsdelivr\.net\/fontsource|www\.githubstatus\.com)\//;
  return errors.filter((text) => text.includes('Content Security Policy') && !knownHosts.test(text));
}

let smallOne: Promise<Uint8Array> | undefined;
const smallPicture = () => (smallOne ??= samples['jpg']?.() ?? Promise.reject(new Error('No picture')));

async function contentOf(file: string | undefined): Promise<Uint8Array> {
  if (!file) return await smallPicture();
  return file.endsWith('.jpg') ? await smallPhoto(file) : await readFile(file);
}

const smallPhotos = new Map<string, Promise<Uint8Array>>();
/** A photo of ours, 640 px wide: browsers and hosts take a sixth of the time for it. */
function smallPhoto(file: string): Promise<Uint8Array> {
  const made = smallPhotos.get(file) ?? sharp(file).resize(640).jpeg().toBuffer();
  smallPhotos.set(file, made);
  return made;
}

let lastMoment = 0;
/** Later than the last: the newest item stands first. */
function nextMoment(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return lastMoment;
}

/** The film plays, and can be sought to its end. */
export async function expectPlaysAndSeeks(player: Locator): Promise<void> {
  await player.evaluate((film: HTMLVideoElement) => {
    film.muted = true;
    return film.play();
  });
  await expect.poll(() => player.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0);
  await player.evaluate((film: HTMLVideoElement) => {
    film.currentTime = film.duration - 0.5;
  });
  await expect.poll(() => player.evaluate((film: HTMLVideoElement) => film.seeking)).toBe(false);
}

export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

/** Those of the controls that lie under the toast, by name. */
export async function underToast(page: Page, controls: Locator): Promise<string[]> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('No toast is shown');
  return await controls.evaluateAll((all, { x, y, width, height }) => {
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      right > x && left < x + width && bottom > y && top < y + height;
    const under = all.filter((one) => one.checkVisibility() && isUnder(one.getBoundingClientRect()));
    return under.map((one) => one.getAttribute('aria-label') ?? one.textContent);
  }, box);
}

/** The owner at work, in the words of the page. */
export function manager(page: Page) {
  const items = page.getByRole('main').locator('.items .item');
  const card = (title: string) => items.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const uploader = page.getByRole('dialog', { name: 'Upload New Items' });
  const titles = () => items.getByRole('heading').allTextContents();

  async function open(): Promise<void> {
    await page.goto('/admin/gallery');
    await expect(page.getByRole('heading', { level: 1, name: 'Gallery Management' })).toBeVisible();
  }

  /** Chooses files in the uploader, as the owner's device hands them over. */
  async function choose(paths: readonly string[], dialog = uploader): Promise<void> {
    const more = dialog.getByRole('button', { name: 'Add more files' });
    const device = dialog.getByRole('tab', { name: 'My Device' });
    await device.or(more).first().waitFor();
    if ((await device.count()) === 0) await more.click();
    const chooser = page.waitForEvent('filechooser');
    await device.click();
    await (await chooser).setFiles([...paths]);
  }

  async function openUploader(): Promise<void> {
    await open();
    await page.getByRole('button', { name: 'Upload files' }).click();
    await expect(uploader).toBeVisible();
  }

  return { items, card, uploader, titles, open, openUploader, choose };
}
