import type { Config } from '@netlify/functions';
import { NewDevice } from '#contracts/alerts';
import { adminAccepts } from '#server/http/admin';
import { addAlertDevice } from '#server/http/alert-calls';
import { endpoint } from '#server/http/endpoint';

/** `POST`: 201 and the device; 400, 401, 403, 405, 409 too many, 413, 415, 503. */
export default endpoint({ POST: adminAccepts(NewDevice, addAlertDevice) });

export const config: Config = { path: '/api/alerts/devices' };
