import { statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Listed, UnreadableRecord } from '../port.ts';
import { isFolderName, isVersion, type Place, spell, writerOf } from './files.ts';
import { currentVersion, namesIn, pointedAt } from './key-folder.ts';

/**
 * Every key under `root` that begins with `prefix`, in order. Looks at one folder a key, reads those that have changed,
 * no file, and is synchronous.
 */
export function listKeys(root: string, prefix: string): Listed[] {
  const found: Listed[] = [];
  walk(root, '', prefix, found);
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}

function walk(folder: string, spelled: string, prefix: string, found: Listed[]): void {
  const looked = look(folder);
  const key = spelled.slice(0, -1);
  if (typeof looked === 'string') {
    if (key.startsWith(prefix)) found.push({ key, etag: looked });
    return;
  }
  const names = looked;
  for (const name of names) {
    if (!isFolderName(name)) continue;
    const below = spell(spelled, name);
    if (below.startsWith(prefix) || prefix.startsWith(below)) walk(folder + sep + name, below, prefix, found);
  }
}

interface Seen {
  readonly version: string;
  readonly inode: number;
  readonly changed: number;
}

const seen = new Map<string, Seen>();
const MAX_SEEN = 100_000;
/** ms. Of two changes within one tick of the clock the second leaves no trace in the times; no tick is as long. */
const SETTLED_MS = 3000;

/**
 * The version of a key, or the names in a folder of keys. Each step of a write or a deletion changes the folder, and with
 * it the time that the system keeps of that and that nobody can set: so a folder that has not changed since, and had not
 * for a while when it was read, need not be read again.
 */
function look(folder: string): string | readonly string[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  const known = seen.get(folder);
  if (known && stats && known.inode === stats.ino && known.changed === stats.ctimeMs) return known.version;
  const now = Date.now();
  const names = namesIn(folder);
  const version = versionIn(folder, names);
  const isSettled = stats !== undefined && stats.ctimeMs < now - SETTLED_MS;
  if (seen.size >= MAX_SEEN) seen.clear();
  if (isSettled && version !== null && version === pointedAt(names)) {
    seen.set(folder, { version, inode: stats.ino, changed: stats.ctimeMs });
  } else seen.delete(folder);
  return version ?? names;
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
