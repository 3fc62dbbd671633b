import type { Config } from '@netlify/functions';
import { NewAway } from '#contracts/hours';
import { adminAccepts } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { blockTime } from '#server/http/hours-calls';

/** `POST`: 201 and the visiting hours; 400, 401, 403, 405, 409, 413, 415, 503. */
export default endpoint({ POST: adminAccepts(NewAway, blockTime) });

export const config: Config = { path: '/api/away' };
