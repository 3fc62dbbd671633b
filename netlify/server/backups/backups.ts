import * as z from 'zod/mini';
import { type Backup, MAX_BACKUPS } from '#contracts/backups';
import { readAll, type Store } from '#server/storage/port';
import type { Stores } from '#server/storage/stores';
import { HOUR } from '#lib/time/units';
import { savedLines, type Summary } from './contents.ts';
import { sealed } from './sealed-file.ts';

/** In the store `backups`: a note of each backup, written after its file. Without its note a file is no backup. */
export const MADE = 'made/';
const FILES = 'files/';

export const BackupNote = z.object({
  /** ms since the epoch. */
  at: z.number(),
  bytes: z.number(),
  records: z.number(),
  /** The records that could not be read and are missing, each as its store and its key. */
  unreadable: z.array(z.string()),
});
type BackupNote = z.infer<typeof BackupNote>;

/** `2026-11-27t08-50-00z`: sorts by time. */
function idAt(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()}z`;
}

/**
 * Writes a backup of all records, then deletes the oldest beyond `MAX_BACKUPS`. A death leaves no half one: a file is
 * written whole or not at all. `now` in ms.
 */
export async function makeBackup(stores: Stores, secret: string, now: number): Promise<void> {
  const { backups } = stores;
  const id = idAt(now);
  let summary: Summary = { records: 0, unreadable: [] };
  let bytes = 0;
  const lines = savedLines(stores, now, (made) => {
    summary = made;
  });
  async function* counted() {
    for await (const piece of sealed(lines, secret)) {
      bytes += piece.byteLength;
      yield piece;
    }
  }
  await backups.putBytes(FILES + id, streamOf(counted()));
  await backups.put(MADE + id, { at: now, bytes, ...summary } satisfies BackupNote);
  await prune(backups);
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Also deletes the files of backups that died before their note. Leaves one that another process is writing. */
async function prune(backups: Store): Promise<void> {
  const made = (await backups.list(MADE)).map(({ key }) => key.slice(MADE.length));
  const kept = made.slice(-MAX_BACKUPS);
  const newest = kept.at(-1) ?? '';
  const files = (await backups.list(FILES)).map(({ key }) => key.slice(FILES.length));
  for (const id of new Set([...files, ...made])) {
    if (id >= newest || kept.includes(id)) continue;
    await backups.delete(MADE + id);
    await backups.delete(FILES + id);
  }
}

/** The backups, newest first. */
export async function listBackups(backups: Store): Promise<Backup[]> {
  const made = await readAll(backups, MADE, BackupNote);
  return made.reverse().map(({ key, value: { at, bytes, records, unreadable } }) => ({
    id: key.slice(MADE.length),
    at: new Date(at).toISOString(),
    bytes,
    records,
    missing: unreadable.length,
  }));
}

const ID = /^[a-z0-9-]{1,40}$/;

/** The file of a backup, or `null`. The caller must read or cancel the stream. */
export async function backupFile(backups: Store, id: string): ReturnType<Store['getBytes']> {
  return ID.test(id) ? await backups.getBytes(FILES + id) : null;
}

/** ms. The function runs each night; a little later than a day is on time. */
const ON_TIME_MS = 26 * HOUR;

/** True if the last night's backup is missing. `now` in ms. Before the first one nothing is missing. */
export function isLate([newest]: readonly Backup[], now: number): boolean {
  return newest !== undefined && Date.parse(newest.at) < now - ON_TIME_MS;
}
