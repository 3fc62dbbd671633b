import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  bytesOf,
  type Content,
  folderOf,
  isOfKind,
  type Kind,
  newVersion,
  onDisk,
  type Place,
  placeOf,
  refusedWith,
  stage,
  unstage,
} from './disk/files.ts';
import { currentVersion, publishFirst, publishNext, removeKey } from './disk/key-folder.ts';
import { listKeys, sweep } from './disk/walk.ts';
import { checkKey, checkPrefix, parseRecord, recordText, type Store, UnreadableRecord } from './port.ts';

/**
 * A store in a folder of a local disk, for any number of processes at once, safe to kill at any moment.
 * `disk/key-folder.ts` says how and why. Opening it sweeps away, in the background, what killed processes left.
 */
export function diskStore(root: string): Store {
  const place = placeOf(resolve(root));
  // What a sweep cannot remove harms nobody, and the next one tries again.
  sweep(place, Date.now()).catch(() => undefined);
  return {
    get: async (key) => {
      const found = await readCurrent(place, key, 'json', (path) => readFileSync(path, 'utf8'));
      return found && { value: parseRecord(key, found.content), etag: found.version };
    },
    create: async (key, value) => create(place, key, recordText(value)),
    replace: async (key, value, etag) => replace(place, key, recordText(value), etag),
    put: async (key, value) => put(place, key, 'json', recordText(value)),
    delete: async (key) => {
      const folder = folderOfKey(place, key);
      await onDisk(place, () => removeKey(place, folder));
    },
    list: async (prefix) => {
      checkPrefix(prefix);
      return onDisk(place, () => listKeys(place.root, prefix));
    },
    getBytes: async (key) => {
      const found = await readCurrent(place, key, 'bytes', (path) => open(path));
      return found && onDisk(place, () => streamed(found.content));
    },
    putBytes: async (key, bytes) => {
      await put(place, key, 'bytes', bytes);
    },
  };
}

function folderOfKey(place: Place, key: string): string {
  checkKey(key);
  return folderOf(place.root, key);
}

/** How the system refuses one file while the folder itself answers. */
const DAMAGED = ['EACCES', 'EPERM', 'EIO', 'EISDIR'];

/** Reads what the key is at. Content that went between the look and the read has been followed: look again. */
async function readCurrent<Read>(place: Place, key: string, kind: Kind, read: (path: string) => Read | Promise<Read>) {
  const folder = folderOfKey(place, key);
  return onDisk(place, async () => {
    for (let missed: string | null = null; ; ) {
      const version = currentVersion(folder);
      if (version === null || !isOfKind(version, kind)) return null;
      if (version === missed) throw new UnreadableRecord(`${folder} has lost its content. Restore it from a backup.`);
      try {
        return { version, content: await read(join(folder, version)) };
      } catch (error) {
        if (refusedWith(error, ...DAMAGED)) throw new UnreadableRecord(`${join(folder, version)} cannot be read.`);
        if (!refusedWith(error, 'ENOENT')) throw error;
        missed = version;
      }
    }
  });
}

async function streamed(file: FileHandle) {
  const { size } = await file.stat();
  return { size, stream: bytesOf(file) };
}

async function create(place: Place, key: string, text: string): Promise<string | null> {
  const folder = folderOfKey(place, key);
  if ((await onDisk(place, () => currentVersion(folder))) !== null) return null;
  return withStaged(place, 'json', text, async (version) =>
    (await publishFirst(place, folder, version)) ? version : null,
  );
}

async function replace(place: Place, key: string, text: string, etag: string): Promise<string | null> {
  const folder = folderOfKey(place, key);
  if ((await onDisk(place, () => currentVersion(folder))) !== etag) return null;
  return withStaged(place, 'json', text, async (version) =>
    (await publishNext(place, folder, etag, version)) ? version : null,
  );
}

/** Tries until no other writer was faster. Each try that fails is another's success, so somebody always gets on. */
async function put(place: Place, key: string, kind: Kind, content: Content): Promise<string> {
  const folder = folderOfKey(place, key);
  const publish = (version: string) => {
    const old = currentVersion(folder);
    return old === null ? publishFirst(place, folder, version) : publishNext(place, folder, old, version);
  };
  return withStaged(place, kind, content, async (version) => {
    while (!(await publish(version)));
    return version;
  });
}

/** Writes content aside under a new version's name, lets `publish` give it to its key, and clears up. */
async function withStaged<Outcome>(
  place: Place,
  kind: Kind,
  content: Content,
  publish: (version: string) => Promise<Outcome>,
): Promise<Outcome> {
  const version = newVersion(kind);
  try {
    await stage(place, version, content);
    return await onDisk(place, () => publish(version));
  } finally {
    await unstage(place, version);
  }
}
