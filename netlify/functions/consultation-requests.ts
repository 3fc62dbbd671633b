import type { Config } from '@netlify/functions';
import { ConsultationRequest } from '#contracts/consultation';
import { accepts, endpoint } from '#server/http/endpoint';
import { takeRequest } from '#server/http/booking-calls';
import { requestLimit } from '#server/limits/limits';

/** `POST`: 201 `{ id }`, the same for the same `Idempotency-Key`; 400, 403, 405, 413, 415, 429, 503. */
export default endpoint({ POST: accepts(ConsultationRequest, requestLimit, takeRequest) });

export const config: Config = { path: '/api/consultation-requests' };
