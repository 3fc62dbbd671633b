import type { Config } from '@netlify/functions';
import { NewAway } from '#contracts/hours';
import { adminAccepts, adminChanges } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { changeTime, openTime } from '#server/http/hours-calls';

/** `PUT` and `DELETE`: 200 and the visiting hours; 401, 403, 404, 405, 503. `PUT` also: 400, 409, 413, 415. */
export default endpoint({ PUT: adminAccepts(NewAway, changeTime), DELETE: adminChanges(openTime) });

export const config: Config = { path: '/api/away/:id' };
