import type { Config } from '@netlify/functions';
import { adminChanges } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { openTime } from '#server/http/hours-calls';

/** `DELETE`: 200 and the visiting hours; 401, 403, 404, 405, 503. */
export default endpoint({ DELETE: adminChanges(openTime) });

export const config: Config = { path: '/api/away/:id' };
