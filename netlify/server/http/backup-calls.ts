import type { Backups } from '#contracts/backups';
import { backupFile, lastNight, listBackups } from '#server/backups/backups';
import type { AdminCall } from './owner-session.ts';
import { bytesFile, json } from './answers.ts';
import { Refusal } from './refusal.ts';

/** `GET /api/backups`: 200 and the nightly backups. */
export async function showBackups({ services }: AdminCall): Promise<Response> {
  const isSetUp = services.backupKey !== null;
  const [backups, night] = await Promise.all([
    listBackups(services.backups),
    isSetUp ? lastNight(services.backups, services.now()) : null,
  ]);
  return json(200, { isSetUp, isLate: night?.isLate ?? false, backups } satisfies Backups);
}

/** `GET /api/backups/{id}`: 200 and the file, streamed since a whole answer may have 6 MB at most; 404. */
export async function sendBackup({ services, params }: AdminCall): Promise<Response> {
  const id = params['id'] ?? '';
  const found = await backupFile(services.backups, id);
  if (!found) throw new Refusal(404, 'noBackup');
  return bytesFile(found, `backup-${id}.bin`);
}
