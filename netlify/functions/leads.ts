import type { Config } from '@netlify/functions';
import { OwnersRequest } from '#contracts/lead-request';
import { adminAccepts, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { addLead, showLeads } from '#server/http/lead-calls';

/** `GET`: 200 and a page of leads. `POST`: 201 and the new lead; 403, 413, 415. Both: 400, 401, 405, 503. */
export default endpoint({ GET: adminReads(showLeads), POST: adminAccepts(OwnersRequest, addLead) });

export const config: Config = { path: '/api/leads' };
