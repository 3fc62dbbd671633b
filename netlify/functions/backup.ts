import type { Config } from '@netlify/functions';
import { makeBackup } from '#server/backups/backups';
import { scheduled } from '#server/http/scheduled';

export default scheduled((services, now) => {
  const { backupKey } = services;
  return { ...(backupKey && { 'Making a backup': () => makeBackup(services, backupKey, now) }) };
});

export const config: Config = { schedule: '50 8 * * *' };
