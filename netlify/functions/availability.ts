import type { Config } from '@netlify/functions';
import { listSlots } from '#server/http/booking-calls';
import { endpoint, reads } from '#server/http/endpoint';
import { readLimit } from '#server/limits/limits';

/** `GET`: 200 `{ slots }`; 405, 429, 503 `{ slots: [], error }` when the calendar fails. */
export default endpoint({ GET: reads(readLimit, listSlots) });

export const config: Config = { path: '/api/calendar/availability' };
