import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { checkHealth } from '#server/http/health';

/** `GET`: 200 `{ checks }`; 405, 429, 503 `{ checks, error }` when a part fails. */
export default endpoint({ GET: checkHealth });

export const config: Config = { path: '/api/health' };
