import type { Config } from '@netlify/functions';
import { checkSession } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';

/** `GET`: 200 `{ authenticated }`; 405. */
export default endpoint({ GET: checkSession });

export const config: Config = { path: '/api/auth/check' };
