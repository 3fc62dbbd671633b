import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { showWeek } from '#server/http/lead-calls';

/** `GET`: 200, the visits and the times off of a week; 400, 401, 405, 503. */
export default endpoint({ GET: adminReads(showWeek) });

export const config: Config = { path: '/api/week' };
