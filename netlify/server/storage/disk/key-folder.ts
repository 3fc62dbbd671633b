import { readdirSync } from 'node:fs';
import { link, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UnreadableRecord } from '../port.ts';
import {
  FILE_MODE,
  FOLDER_MODE,
  isFolderName,
  isVersion,
  newVersion,
  type Place,
  refusedWith,
  syncFolder,
  syncUpTo,
} from './files.ts';

/*
 * The folder of a key holds two files: the current version's content, under the version's name, and an empty file
 * called `@<version>`, the pointer. Whoever wants to know the current version reads the pointer's name.
 *
 * Why no interleaving of processes goes wrong:
 * - A write moves the pointer, `rename('@old', '@new')`. The system does that as one step, and only while `@old` is there.
 *   No version's name is ever used again, so of all who saw `@old` one moves it; the others, however late, find it gone.
 *   There is nothing to check afterwards, and no number that could be published twice.
 * - The first write of a key renames a whole folder, pointer and content inside, into place. That fails where a folder
 *   with something in it stands, and the folder of a key always holds its pointer: one creator wins.
 * - A deletion renames the folder away, whatever its version. A late writer then finds no pointer: not in the old place,
 *   nor in a folder created anew, whose versions have other names. One who is inside the folder as it moves has written
 *   before the deletion, and its answer is true.
 * - A reader sees a pointer that was there while it looked, and content is never changed: what it reads was current.
 *   Content that has gone has been followed by another version; the reader looks again.
 *
 * Why a kill at any moment does no harm: content is whole and synced before a pointer names it, each of the three steps
 * above is one system call, and nobody waits for anybody, so nothing can stay locked. What a killed process leaves
 * (staged content, content that no pointer names, a folder renamed away) is seen by no reader; `sweep` (walk.ts) removes it.
 *
 * Why a loss of power does no harm: the folder is synced before a write is answered, and an old version is removed
 * only after that.
 */

const POINTER = '@';
/** More looks than a folder with a pointer can need. */
const MAX_LOOKS = 100;

/** The version whose pointer is among the names of a folder; `undefined` when it is the folder of no key. */
export function pointedAt(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(POINTER))?.slice(POINTER.length);
}

/** The version that a key is at, or `null`. Synchronous: a handful of names is read faster than a thread is woken. */
export function currentVersion(folder: string): string | null {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const names = namesIn(folder);
    const version = pointedAt(names);
    if (version !== undefined) return version;
    if (!names.some(isVersion)) return null;
  }
  throw new UnreadableRecord(`${folder} has lost its pointer. Restore it from a backup, or remove it.`);
}

/** The names in a folder; none when there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (refusedWith(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Publishes a staged version where no key is: `false` when one is there. */
export async function publishFirst(place: Place, folder: string, version: string): Promise<boolean> {
  const box = join(place.staging, `${version}.box`);
  try {
    await mkdir(box, { mode: FOLDER_MODE });
    await link(join(place.staging, version), join(box, version));
    await writeFile(join(box, POINTER + version), '', { mode: FILE_MODE });
    await syncFolder(box);
    const published = await moveIntoPlace(box, folder);
    if (published) await syncUpTo(place.root, dirname(folder));
    return published;
  } finally {
    await rm(box, { recursive: true, force: true });
  }
}

async function moveIntoPlace(box: string, folder: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(folder), { recursive: true, mode: FOLDER_MODE });
      await rename(box, folder);
      return true;
    } catch (error) {
      if (refusedWith(error, 'EEXIST', 'ENOTEMPTY')) return refuseFolderOfKeys(folder);
      // A deletion beside us may have removed an empty folder above, even while it was made: make it again.
      if (!refusedWith(error, 'ENOENT') || attempt === MAX_LOOKS) throw error;
    }
  }
}

/** What stands in the way of a new key is a key, unless the caller broke the port's rule. */
function refuseFolderOfKeys(folder: string): false {
  const names = namesIn(folder);
  if (pointedAt(names) === undefined && names.some(isFolderName)) {
    throw new TypeError(`${folder} holds other keys, so it cannot be a key itself`);
  }
  return false;
}

/** Publishes a staged version in place of the version `old`: `false` when the key is not at `old`. */
export async function publishNext(place: Place, folder: string, old: string, version: string): Promise<boolean> {
  try {
    await link(join(place.staging, version), join(folder, version));
    await rename(join(folder, POINTER + old), join(folder, POINTER + version));
  } catch (error) {
    if (!refusedWith(error, 'ENOENT')) throw error;
    await rm(join(folder, version), { force: true });
    return false;
  }
  await syncFolder(folder);
  // What was damaged may be a folder.
  await rm(join(folder, old), { recursive: true, force: true });
  return true;
}

/** Removes the key, whatever its version, and also when it has lost its pointer. */
export async function removeKey(place: Place, folder: string): Promise<void> {
  const names = namesIn(folder);
  if (pointedAt(names) === undefined && !names.some(isVersion)) return;
  const grave = join(place.staging, `${newVersion('bytes')}.gone`);
  await mkdir(place.staging, { recursive: true, mode: FOLDER_MODE });
  await rename(folder, grave).catch(unlessGone);
  await syncFolder(dirname(folder));
  // A writer caught inside may still add to it; what resists is left to the sweep.
  await rm(grave, { recursive: true, force: true }).catch(() => undefined);
  await removeEmptyFolders(place.root, dirname(folder));
}

async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  if (folder === root) return;
  try {
    await rmdir(folder);
  } catch (error) {
    if (refusedWith(error, 'ENOTEMPTY', 'EEXIST')) return;
    unlessGone(error);
  }
  await removeEmptyFolders(root, dirname(folder));
}

function unlessGone(error: unknown): void {
  if (!refusedWith(error, 'ENOENT')) throw error;
}
