import type { Config } from '@netlify/functions';
import { VisitByOwner } from '#contracts/owner-visit';
import { adminAccepts } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { changeVisitByOwner } from '#server/http/lead-calls';

/** `POST`: 200 and the changed lead; 400, 401, 403, 404, 405, 409, 413, 415, 502, 503. */
export default endpoint({ POST: adminAccepts(VisitByOwner, changeVisitByOwner) });

export const config: Config = { path: '/api/leads/:id/visit' };
