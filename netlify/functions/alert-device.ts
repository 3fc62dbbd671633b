import type { Config } from '@netlify/functions';
import { adminChanges } from '#server/http/admin';
import { removeAlertDevice, testAlertDevice } from '#server/http/alert-calls';
import { endpoint } from '#server/http/endpoint';

/** `POST` sends a test: 200 and the device; 404, 410 if it has ended, 502. `DELETE`: 204. Both: 401, 403, 405, 503. */
export default endpoint({ POST: adminChanges(testAlertDevice), DELETE: adminChanges(removeAlertDevice) });

export const config: Config = { path: '/api/alerts/devices/:id' };
