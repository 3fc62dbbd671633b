import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { checkHealth } from '#server/http/health';

export default endpoint({ GET: checkHealth });

export const config: Config = { path: '/api/health' };
