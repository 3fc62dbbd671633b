import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { showConnections } from '#server/http/health';

/** `GET`: 200, whether mail, notifications, the calendar and backups work; 401, 405, 503. */
export default endpoint({ GET: adminReads(showConnections) });

export const config: Config = { path: '/api/connections' };
