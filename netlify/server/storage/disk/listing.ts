import { join } from 'node:path';
import type { Listed } from '../port.ts';
import { currentVersion, namesIn, pointedAt } from './key-folder.ts';
import { isFolderName, spell } from './key-path.ts';
import { isVersion } from './version.ts';

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

/** A folder read while its pointer moved may show no pointer, but its content: look again. */
function versionIn(folder: string, names: readonly string[]): string | null {
  const version = pointedAt(names);
  if (version !== undefined) return version;
  return names.some(isVersion) ? currentVersion(folder) : null;
}
