import type { Config } from '@netlify/functions';
import { MakeOne } from '#contracts/admin-lead';
import { adminAccepts } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { makeLeadsOne } from '#server/http/lead-calls';

/** `POST`: 200 and the kept lead; 400, 401, 403, 404, 405, 413, 415, 503. */
export default endpoint({ POST: adminAccepts(MakeOne, makeLeadsOne) });

export const config: Config = { path: '/api/leads/:id/one' };
