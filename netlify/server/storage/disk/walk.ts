import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Listed, UnreadableRecord } from '../port.ts';
import { isFolderName, isVersion, type Place, spell, writerOf } from './files.ts';
import { currentVersion, namesIn, pointedAt } from './key-folder.ts';

/** Every key under `root` that begins with `prefix`, in order. Reads one folder a key, no file, and is synchronous. */
export function listKeys(root: string, prefix: string): Listed[] {
  const found: Listed[] = [];
  walk(root, '', prefix, found);
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}

function walk(folder: string, spelled: string, prefix: string, found: Listed[]): void {
  const names = namesIn(folder);
  const key = spelled.slice(0, -1);
  const etag = versionIn(folder, names);
  if (etag !== null) {
    if (key.startsWith(prefix)) found.push({ key, etag });
    return;
  }
  for (const name of names) {
    if (!isFolderName(name)) continue;
    const below = spell(spelled, name);
    if (below.startsWith(prefix) || prefix.startsWith(below)) walk(join(folder, name), below, prefix, found);
  }
}

/**
 * A folder read while its pointer moved may show no pointer, but its content: look again. A key that has lost its
 * pointer is listed all the same, under an etag that no version has: it must not hide the others, nor seem to be gone.
 */
function versionIn(folder: string, names: readonly string[]): string | null {
  const version = pointedAt(names);
  if (version !== undefined) return version;
  if (!names.some(isVersion)) return null;
  try {
    return currentVersion(folder);
  } catch (error) {
    if (error instanceof UnreadableRecord) return 'no-pointer';
    throw error;
  }
}

/** How long a left-over is left alone, in ms: longer than any write takes, also one that another machine does here. */
const LEFT_ALONE_MS = 60 * 60 * 1000;

/**
 * Removes what killed processes left behind: files older than an hour whose writer no longer runs and that no pointer
 * names. Nothing can come to name them any more, so no lock is needed. `now` is in ms since 1970.
 */
export async function sweep(place: Place, now: number): Promise<void> {
  for (const name of await namesOf(place.staging)) await removeIfAbandoned(place.staging, name, now);
  await sweepFolder(place.root, now);
}

async function sweepFolder(folder: string, now: number): Promise<void> {
  const names = await namesOf(folder);
  const current = pointedAt(names);
  if (current === undefined) {
    for (const name of names.filter(isFolderName)) await sweepFolder(join(folder, name), now);
    return;
  }
  for (const name of names) {
    if (isVersion(name) && name !== current) await removeIfAbandoned(folder, name, now);
  }
}

async function removeIfAbandoned(folder: string, name: string, now: number): Promise<void> {
  const path = join(folder, name);
  const left = await stat(path).catch(() => null);
  if (left === null || now - left.mtimeMs < LEFT_ALONE_MS || isRunning(writerOf(name), left.mtimeMs)) return;
  await rm(path, { recursive: true, force: true });
}

/** Whether the process that wrote then is one of those that run now. In a container all servers have one number. */
function isRunning(writer: number, written: number): boolean {
  if (Number.isNaN(writer)) return false;
  if (writer === process.pid) return written >= performance.timeOrigin;
  try {
    return process.kill(writer, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** No names where the folder is missing, or went while we walked. */
async function namesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
