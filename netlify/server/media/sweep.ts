import type { Store } from '#server/storage/port';
import { timePart, UPLOAD_MOST_MS } from './grant.ts';
import { keys, removeObject } from './object.ts';

/** An hour more than an upload lives, so that nobody is still about to name its object in a gallery item. */
const KEPT_MS = UPLOAD_MOST_MS + 60 * 60_000;

/**
 * Removes what was uploaded more than a day ago and is used by nobody: uploads that were given up, pictures whose
 * dialog was cancelled, what a death left of a removed object. `used` are object ids.
 */
export async function sweepMedia(media: Store, used: ReadonlySet<string>, now: number): Promise<void> {
  const young = timePart(now - KEPT_MS);
  const listed = await media.list('uploads/');
  const unused = listed.map(({ key }) => key.slice('uploads/'.length)).filter((id) => id < young && !used.has(id));
  for (const id of unused) {
    await removeObject(media, id);
    await media.delete(keys.upload(id));
  }
}
