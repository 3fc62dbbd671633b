import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { showBackups } from '#server/http/backup-calls';
import { endpoint } from '#server/http/endpoint';

/** `GET`: 200 and the nightly backups; 401, 405, 503. */
export default endpoint({ GET: adminReads(showBackups) });

export const config: Config = { path: '/api/backups' };
