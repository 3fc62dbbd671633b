import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { copyRepository } from '#tests/support/repository-copy';

const root = path.resolve(import.meta.dirname, '../..');
const fixture = path.join(root, 'tests/fixtures/second-dealer');

/** Caches of the first dealer's builds. */
const BUILT = ['.astro', '.cache', '.vite', '.vite-temp'];

/** The repository as another dealer has it: its own `brand/` and `src/content/`, all else to the letter. */
export async function copyForSecondDealer(): Promise<string> {
  const copy = await copyRepository('dealer-', (file) => !/^(brand|src\/content)\/(?!README)/.test(file));
  await linkPackages(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  await putSecondDealer(copy);
  return copy;
}

/** Puts the fixture's `brand/` and `src/content/` into a folder that has `src/assets`. The typefaces stay ours. */
async function putSecondDealer(folder: string): Promise<void> {
  await cp(path.join(fixture, 'brand'), path.join(folder, 'brand'), { recursive: true });
  await cp(path.join(fixture, 'content'), path.join(folder, 'src/content'), { recursive: true });
  await cp(path.join(root, 'brand/typefaces'), path.join(folder, 'brand/typefaces'), { recursive: true });
  // One picture at the head, at one hour: the repository need not keep it twice.
  await cp(path.join(root, 'src/assets/dining-drapery.jpg'), path.join(folder, 'brand/pictures/hero.jpg'));
}

/** Each package by a link, so that what a build keeps in `node_modules` is the copy's own. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (!BUILT.includes(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}

/** Removes the copy. The packages behind the links stay. */
export async function removeCopy(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
