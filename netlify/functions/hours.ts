import type { Config } from '@netlify/functions';
import { HoursChange } from '#contracts/hours';
import { adminAccepts, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { changeHours, showHours } from '#server/http/hours-calls';

/** `GET`: 200 and the visiting hours. `PUT`: the same; 400, 403, 409, 413, 415. Both: 401, 405, 503. */
export default endpoint({ GET: adminReads(showHours), PUT: adminAccepts(HoursChange, changeHours) });

export const config: Config = { path: '/api/hours' };
