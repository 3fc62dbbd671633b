import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onDisk, type Place, refusedWith } from './place.ts';

export type Content = string | Uint8Array | ReadableStream<Uint8Array>;

/** Writes the content of a version, to the platter, where no reader looks. A source that fails throws its own error. */
export async function stage(place: Place, version: string, content: Content): Promise<void> {
  const file = await onDisk(place, async () => {
    const made = await mkdir(place.staging, { recursive: true });
    if (made !== undefined) await syncUpTo(dirname(made), place.root);
    return open(join(place.staging, version), 'wx');
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
