import { writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { GalleryList } from '#contracts/gallery';
import { samples } from '#tests/support/sample-media';
import { ALL } from './gallery-site.ts';

/** A file on this test's own disk. */
export async function onDisk(info: TestInfo, name: string, content: Uint8Array): Promise<string> {
  const file = info.outputPath(name);
  await writeFile(file, content);
  return file;
}

/** A small real file of that kind. */
export const sample = async (info: TestInfo, kind: string, name = `sample.${kind}`) =>
  await onDisk(info, name, (await samples[kind]?.()) ?? new Uint8Array());

/** Everything that the signed-in owner has. */
export const allItems = async (page: Page) => GalleryList.parse(await (await page.request.get(ALL)).json());

/** The bytes at an address of the site. */
export const stored = async (page: Page, url: string) => (await page.request.get(url)).body();
