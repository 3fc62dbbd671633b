import type { Config } from '@netlify/functions';
import { BookingRequest } from '#contracts/calendar';
import { bookVisit } from '#server/http/booking-calls';
import { accepts, endpoint } from '#server/http/endpoint';
import { bookingLimit } from '#server/limits/limits';

/** `POST`: 201 `{ consultationId, start, end }`; 400, 403, 404, 405, 409 not free, 413, 415, 429, 502, 503. */
export default endpoint({ POST: accepts(BookingRequest, bookingLimit, bookVisit) });

export const config: Config = { path: '/api/calendar/book' };
