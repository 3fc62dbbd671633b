import type { Config } from '@netlify/functions';
import { adminChanges, signOutDevice } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';

/** `DELETE` signs a device out: 204; 401, 403, 405, 503. */
export default endpoint({ DELETE: adminChanges(signOutDevice) });

export const config: Config = { path: '/api/auth/devices/:id' };
