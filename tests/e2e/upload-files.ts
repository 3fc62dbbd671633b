import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { GalleryList } from '#contracts/gallery';
import { samples } from '#tests/support/sample-media';
import { ALL, smallPhoto } from './gallery-site.ts';

/** A file on this test's own disk. */
export async function onDisk(info: TestInfo, name: string, content: Uint8Array): Promise<string> {
  const file = info.outputPath(name);
  await writeFile(file, content);
  return file;
}

/** A small real file of that kind. */
export const sample = async (info: TestInfo, kind: string, name = `sample.${kind}`) =>
  await onDisk(info, name, (await samples[kind]?.()) ?? new Uint8Array());

/** A photo of ours under its own name, made small. */
export const photo = async (info: TestInfo, file: string) =>
  await onDisk(info, path.basename(file), await smallPhoto(file));

/** Everything that the signed-in owner has. */
export const allItems = async (page: Page) => GalleryList.parse(await (await page.request.get(ALL)).json());

/** The bytes at an address of the site. */
export const stored = async (page: Page, url: string) => (await page.request.get(url)).body();

/**
 * Everything that the browser complains about, the content policy above all. Not of a thumbnail that Uppy frees while it is
 * being read: it makes two of a file, one after the other, and asks nobody before it frees them.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isFreed = message.location().url.startsWith('blob:') && message.text().includes('ERR_FILE_NOT_FOUND');
    if (message.type() !== 'error' || isFreed || message.text().startsWith('[Uppy]')) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
