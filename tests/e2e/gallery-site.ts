import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { GalleryItem, type NewGalleryItem } from '#contracts/gallery';
import { UploadAnswer, UploadGrant } from '#contracts/media';
import { expect, wired } from '#tests/support/host';
import { samples } from '#tests/support/sample-media';

export { expect };

export const LIST = '/api/gallery';
export const ALL = '/api/gallery/all';
const GRANTS = '/api/objects/upload';
export const owner = { username: 'owner', password: 'correct horse battery' };

/** Every test visits its site through a wire, and the site has an owner. */
export const test = wired.extend({
  siteEnv: { ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password },
});

const folder = path.resolve(import.meta.dirname, '../../src/assets');
/** Pictures and clips of our own, as files that somebody could choose. */
export const files = {
  hero: path.join(folder, 'hero.jpg'),
  nursery: path.join(folder, 'nursery.jpg'),
  kitchen: path.join(folder, 'kitchen.jpg'),
  shade: path.join(folder, 'demo/shade-lowering.mp4'),
  drapery: path.join(folder, 'demo/drapery-closing.mp4'),
};

/** Lets this browser, pages and requests alike, in. */
export async function signIn(request: APIRequestContext): Promise<void> {
  await expect(await request.post('/api/auth/login', { data: owner })).toBeOK();
}

/**
 * Puts an item into the gallery through the owner's own calls; `request` is signed in. Without a file it gets a picture
 * so small that the host resizes it in no time.
 */
export async function addItem(request: APIRequestContext, item: Partial<NewGalleryItem> & { file?: string } = {}) {
  const { file, ...fields } = item;
  const grant = UploadGrant.parse(await (await request.post(GRANTS)).json());
  const mediaUrl = await send(request, grant, file ? await readFile(file) : await smallPicture());
  const mediaType = file?.endsWith('.mp4') ? 'video' : 'image';
  const data = {
    title: 'Roller shades',
    category: 'motorized-shades',
    isPublished: true,
    mediaType,
    mediaUrl,
    ...fields,
  };
  return GalleryItem.parse(await (await request.post(LIST, { data })).json());
}

const smallPicture = async () => Buffer.from((await samples['jpg']?.()) ?? []);

/** The last answer names the file. */
async function send(request: APIRequestContext, { uploadURL, partSize }: UploadGrant, data: Buffer): Promise<string> {
  let answer: unknown;
  for (let first = 0; first < data.length; first += partSize) {
    const part = data.subarray(first, first + partSize);
    const range = `bytes ${first}-${first + part.length - 1}/${data.length}`;
    const headers = data.length > partSize ? { 'content-range': range } : {};
    answer = await (await request.put(uploadURL, { data: part, headers })).json();
  }
  return UploadAnswer.parse(answer).mediaUrl;
}

export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

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
