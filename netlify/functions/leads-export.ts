import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { exportLeads } from '#server/http/lead-calls';

/** `GET`: 200 and the matching leads as CSV; 400, 401, 405, 503. */
export default endpoint({ GET: adminReads(exportLeads) });

export const config: Config = { path: '/api/leads/export' };
