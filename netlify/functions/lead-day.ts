import type { Config } from '@netlify/functions';
import { DayChange } from '#contracts/visit-day';
import { adminAccepts } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { changeDay } from '#server/http/lead-calls';

/** `POST`: 200 and the changed lead; 400, 401, 403, 404, 405, 409, 413, 415, 503. */
export default endpoint({ POST: adminAccepts(DayChange, changeDay) });

export const config: Config = { path: '/api/leads/:id/day' };
