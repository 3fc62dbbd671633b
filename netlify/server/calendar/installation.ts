import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { StorageError, type Store } from '#server/storage/port';

const KEY = 'installation';
const Installation = z.object({ id: z.string() });

/**
 * The name of this installation of the site, made once and kept with its bookings. An event outside carries it, so that
 * two installations with the same calendar (the live site and somebody's own machine) leave each other's visits alone.
 */
export async function installationId(calendar: Store): Promise<string> {
  const known = await calendar.get(KEY);
  if (known) return Installation.parse(known.value).id;
  await calendar.create(KEY, { id: randomUUID() });
  const kept = await calendar.get(KEY);
  if (!kept) throw new StorageError('The name of this installation is gone');
  return Installation.parse(kept.value).id;
}
