import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { listLeads } from '#server/http/lead-calls';

/** `GET`: 200 and a page of the leads that match; 400, 401, 405, 503. */
export default endpoint({ GET: adminReads(listLeads) });

export const config: Config = { path: '/api/leads' };
