import * as z from 'zod/mini';
import { type Backup, MAX_BACKUPS } from '#contracts/backups';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import type { Stores } from '#server/storage/stores';
import { streamOf } from '#lib/stream';
import { HOUR } from '#lib/time/units';
import { savedLines, type Summary } from './contents.ts';
import { sealed } from './sealed-file.ts';

const FILES = 'files/';

const BackupNote = z.object({
  /** ms since the epoch. */
  at: z.number(),
  bytes: z.number(),
  records: z.number(),
  /** The records that could not be read and are missing, each as its store and its key. */
  unreadable: z.array(z.string()),
});

/** In the store `backups`: a note of each backup, written after its file. Without its note a file is no backup. */
export const backupNotes = { place: 'made/', schema: BackupNote } as const;

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
  await recordsOf(backups, backupNotes).put(id, { at: now, bytes, ...summary });
  await prune(backups, now);
}

/**
 * Also deletes the files of backups that died before their note. Leaves one that another process is writing, and those
 * that a clock gave a date to come: they take no other's place.
 */
async function prune(backups: Store, now: number): Promise<void> {
  const notes = recordsOf(backups, backupNotes);
  const made = (await notes.names()).filter((id) => id <= idAt(now));
  // The newest of each day stay too: many that were made in one day take no other day's place.
  const days = [...new Map(made.map((id) => [id.slice(0, 10), id])).values()];
  const kept = [...days.slice(-MAX_BACKUPS), ...made.slice(-MAX_BACKUPS)];
  const newest = made.at(-1) ?? '';
  const files = (await backups.list(FILES)).map(({ key }) => key.slice(FILES.length));
  for (const id of new Set([...files, ...made])) {
    if (id >= newest || kept.includes(id)) continue;
    await notes.delete(id);
    await backups.delete(FILES + id);
  }
}

/** The backups, newest first. */
export async function listBackups(backups: Store): Promise<Backup[]> {
  const made = (await recordsOf(backups, backupNotes).list()).records;
  return made.reverse().map(({ name: id, value: { at, bytes, records, unreadable } }) => ({
    id,
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

/** Since when BACKUP_KEY is known to be set. */
const KeySince = z.object({ at: z.number() });
export const keySeen = { place: 'key/since', schema: KeySince, isReplaceable: true } as const;

/** Notes the first sight of the key, and answers its time in ms. A note that a wrong clock or a hand made counts as none. */
export async function keySince(backups: Store, now: number): Promise<number> {
  const seen = recordsOf(backups, keySeen);
  return (await seen.change('', (since) => (since && since.at <= now ? since : { at: now }))).after.at;
}

/**
 * The backup of the last night (ISO 8601 in UTC), or `null`, and whether it is late: the key has been set for as long.
 * Reads the notes of that night only. `now` in ms.
 */
export async function lastNight(backups: Store, now: number): Promise<{ last: string | null; isLate: boolean }> {
  const oldest = now - ON_TIME_MS;
  const [listed, since] = await Promise.all([backups.list(FILES), keySince(backups, now)]);
  const ids = new Set(listed.map(({ key }) => key.slice(FILES.length)).filter((id) => id >= idAt(oldest)));
  const made = await recordsOf(backups, backupNotes).list((id) => ids.has(id));
  const good = made.records.findLast(({ value: { at } }) => at >= oldest && at <= now);
  const last = good ? new Date(good.value.at).toISOString() : null;
  return { last, isLate: last === null && since < oldest };
}
