import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { showToday } from '#server/http/lead-calls';

/** `GET`: 200, the visits to come and the requests that wait; 401, 405, 503. */
export default endpoint({ GET: adminReads(showToday) });

export const config: Config = { path: '/api/today' };
