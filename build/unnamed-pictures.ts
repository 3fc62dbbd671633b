import { globSync } from 'node:fs';
import { glob, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif)$/;
const TEXTS = '**/*.{html,css,js,xml,json,txt,webmanifest}';

/**
 * The pictures below `_astro` that no file of the built site names: the originals, from which those of the pages are made.
 * A camera writes into them where they were taken.
 */
export async function unnamedPictures(dist: string): Promise<string[]> {
  const named = new Set<string>();
  for await (const file of glob(TEXTS, { cwd: dist }))
    for (const [, name = ''] of (await readFile(path.join(dist, file), 'utf8')).matchAll(/([\w.-]+\.\w+)/g))
      if (PICTURE.test(name)) named.add(name);
  return globSync('_astro/**/*', { cwd: dist }).filter((file) => PICTURE.test(file) && !named.has(path.basename(file)));
}

/** Deletes them from a site that has been built. */
export async function deleteUnnamedPictures(dist: string): Promise<void> {
  for (const file of await unnamedPictures(dist)) await rm(path.join(dist, file));
}
