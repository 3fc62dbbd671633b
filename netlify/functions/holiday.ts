import type { Config } from '@netlify/functions';
import { HolidayChange } from '#contracts/hours';
import { adminAccepts } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { changeHoliday } from '#server/http/hours-calls';

/** `PUT`: 200 and the visiting hours; 400, 401, 403, 404, 405, 413, 415, 503. */
export default endpoint({ PUT: adminAccepts(HolidayChange, changeHoliday) });

export const config: Config = { path: '/api/holidays/:date' };
