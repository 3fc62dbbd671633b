import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageError } from '../port.ts';

/** Where a disk store lives. `staging` is on the same file system as `root`, so that links and renames work. */
export interface Place {
  readonly root: string;
  readonly staging: string;
}

/** What visitors typed, and secrets, are for the user who runs the server alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** A dot is in no key, so the staging folder is in no key's way. */
const STAGING = '.staging';

export function placeOf(root: string): Place {
  return { root, staging: join(root, STAGING) };
}

/** Whether the file system refused with one of `codes`, such as `ENOENT`. */
export function refusedWith(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Does `work` on the disk. A system call that fails becomes a `StorageError`; other errors pass. */
export async function onDisk<Result>({ root }: Place, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const advice = 'Check that the folder is there, has room and belongs to the user who runs the server.';
    throw new StorageError(`The data folder ${root} failed: ${cause.message}. ${advice}`, { cause });
  }
}

/** File systems take names of 255 bytes, a key's segment may have 600: a longer one goes on in a folder below. */
const MAX_NAME_BYTES = 200;
/** Ends the name of a folder whose segment goes on below. It is in no key. */
const GOES_ON = '+';
const FOLDER_NAME = /^[a-z0-9-]+\+?$/;

/** The folder of a (checked) key. */
export function folderOf(root: string, key: string): string {
  return join(root, ...key.split('/').flatMap(foldersOfSegment));
}

function foldersOfSegment(segment: string): string[] {
  if (segment.length <= MAX_NAME_BYTES) return [segment];
  return [segment.slice(0, MAX_NAME_BYTES) + GOES_ON, ...foldersOfSegment(segment.slice(MAX_NAME_BYTES))];
}

export function isFolderName(name: string): boolean {
  return FOLDER_NAME.test(name);
}

/** Reads `folderOf` backwards: `beginning` is what the folders above spell, with its slash. */
export function spell(beginning: string, folderName: string): string {
  return folderName.endsWith(GOES_ON) ? beginning + folderName.slice(0, -GOES_ON.length) : `${beginning}${folderName}/`;
}

/** What a version holds: a record, or bytes. */
export type Kind = 'json' | 'bytes';

/**
 * Names a version of some key, never twice: it is the version's file name and its etag.
 * It begins with the number of the process that wrote it, so that a sweep can tell whether the writer still runs.
 */
export function newVersion(kind: Kind): string {
  return `${process.pid}-${randomUUID()}.${kind}`;
}

const VERSION = /^\d+-[0-9a-f-]{36}\.(json|bytes)$/;

export function isVersion(name: string): boolean {
  return VERSION.test(name);
}

export function isOfKind(version: string, kind: Kind): boolean {
  return version.endsWith(`.${kind}`);
}

/** The process that wrote a version, or left a file of that beginning; `NaN` when the name is not ours. */
export function writerOf(name: string): number {
  return Number.parseInt(name, 10);
}

export type Content = string | Uint8Array | ReadableStream<Uint8Array>;

/** Writes the content of a version, to the platter, where no reader looks. A source that fails throws its own error. */
export async function stage(place: Place, version: string, content: Content): Promise<void> {
  const file = await onDisk(place, async () => {
    const made = await mkdir(place.staging, { recursive: true, mode: FOLDER_MODE });
    if (made !== undefined) await syncUpTo(dirname(made), place.root);
    return open(join(place.staging, version), 'wx', FILE_MODE);
  });
  try {
    for await (const chunk of chunksOf(content)) await onDisk(place, () => file.writeFile(chunk));
    await onDisk(place, () => file.sync());
  } finally {
    await file.close();
  }
}

function chunksOf(content: Content): Iterable<string | Uint8Array> | AsyncIterable<Uint8Array> {
  return content instanceof ReadableStream ? content : [content];
}

/** Takes away what `stage` wrote, or began to write. What was published has a link of its own and stays. */
export async function unstage(place: Place, version: string): Promise<void> {
  await onDisk(place, () => rm(join(place.staging, version), { force: true }));
}

/** Makes the names in a folder survive a loss of power. A folder that has gone needs nothing. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!refusedWith(error, 'ENOENT')) throw error;
  }
}

/** The same for `folder` and those above it, `top` included. */
export async function syncUpTo(top: string, folder: string): Promise<void> {
  await syncFolder(folder);
  if (folder !== top) await syncUpTo(top, dirname(folder));
}

const CHUNK_BYTES = 64 * 1024;

/** The rest of an open file. Closes it at its end, on an error, and when the reader cancels. */
export function bytesOf(file: FileHandle): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES);
    if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
    controller.close();
    await file.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        pull(controller).catch(async (error) => {
          await file.close();
          throw error;
        }),
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
