import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { showInsights } from '#server/http/insight-calls';

/** `GET`: 200 and the figures as JSON or CSV, or a file for Google Ads; 400, 401, 405, 503. */
export default endpoint({ GET: adminReads(showInsights) });

export const config: Config = { path: '/api/insights' };
