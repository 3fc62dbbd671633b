import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { exportAnswer } from '#server/http/lead-answer';

export default endpoint({ GET: adminReads(exportAnswer) });

export const config: Config = { path: '/api/leads/export' };
