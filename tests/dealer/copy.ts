import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const fixture = path.join(root, 'tests/fixtures/second-dealer');

/** What is built, and would be the first dealer's. */
const BUILT = ['.astro', '.cache', '.vite', '.vite-temp'];

/** The repository's files in a folder of their own, with its packages. Whoever asks for it removes it. */
async function copyRepository(isCopied: (file: string) => boolean): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'dealer-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const file of String(files).split('\0').filter(Boolean).filter(isCopied)) {
    // A file that was deleted and not yet committed is no longer there.
    await cp(path.join(root, file), path.join(copy, file)).catch(() => {});
  }
  await linkPackages(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** The repository as another dealer has it: its own `brand/` and `src/content/`, all else to the letter. */
export async function copyForSecondDealer(): Promise<string> {
  const copy = await copyRepository((file) => !/^(brand|src\/content)\/(?!README)/.test(file));
  await putSecondDealer(copy);
  return copy;
}

/** Puts the fixture's `brand/` and `src/content/` into a folder that has `src/assets`. */
export async function putSecondDealer(folder: string): Promise<void> {
  await cp(path.join(fixture, 'brand'), path.join(folder, 'brand'), { recursive: true });
  await cp(path.join(fixture, 'content'), path.join(folder, 'src/content'), { recursive: true });
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
