import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { showAlerts } from '#server/http/alert-calls';
import { endpoint } from '#server/http/endpoint';

/** `GET`: 200 and the owner's notifications; 401, 405, 503. */
export default endpoint({ GET: adminReads(showAlerts) });

export const config: Config = { path: '/api/alerts' };
