import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { showWays } from '#server/http/health';

/** `GET`: 200, whether mail, notifications and the calendar work; 401, 405, 503. */
export default endpoint({ GET: adminReads(showWays) });

export const config: Config = { path: '/api/ways' };
