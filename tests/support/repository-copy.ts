import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/command.ts';

/**
 * All files that are or would be in the repository, in a new folder without its packages. The caller removes it.
 * `isCopied` gets each file's path from the project's folder.
 */
export async function copyRepository(name: string, isCopied = (_file: string) => true): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), name));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = String(execFileSync('git', listed, { cwd: root }))
    .split('\0')
    .filter(Boolean);
  // In a copy the packages are a link, which git lists as a file.
  for (const file of files.filter((one) => one !== 'node_modules' && isCopied(one))) {
    // A file that was deleted and not yet committed is no longer there.
    await cp(path.join(root, file), path.join(copy, file)).catch(() => {});
  }
  return copy;
}

/** Caches of builds. */
const BUILT = ['.astro', '.cache', '.vite', '.vite-temp'];

/** Each package by a link, so that what a build keeps in `node_modules` is the copy's own. */
export async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (!BUILT.includes(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}

/** Removes the copy. The packages behind the links stay. */
export async function removeCopy(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
