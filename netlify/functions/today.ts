import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { showToday } from '#server/http/lead-calls';

/** `GET`: 200, the coming visits and the waiting requests; 401, 405, 503. */
export default endpoint({ GET: adminReads(showToday) });

export const config: Config = { path: '/api/today' };
