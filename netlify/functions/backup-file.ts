import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { sendBackup } from '#server/http/backup-calls';
import { endpoint } from '#server/http/endpoint';

/** `GET`: 200 and the backup's file; 401, 404, 405, 503. */
export default endpoint({ GET: adminReads(sendBackup) });

export const config: Config = { path: '/api/backups/:id' };
