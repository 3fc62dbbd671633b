import type { Config } from '@netlify/functions';
import { LeadChange } from '#contracts/lead-change';
import { adminAccepts, adminChanges, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { saveLead, deleteLead, showLead } from '#server/http/lead-calls';

/** `GET`: 200. `PUT`: 200; 400, 403, 409, 413, 415. `DELETE`: 204; 403, 409. All: 401, 404, 405, 503. */
export default endpoint({
  GET: adminReads(showLead),
  PUT: adminAccepts(LeadChange, saveLead),
  DELETE: adminChanges(deleteLead),
});

export const config: Config = { path: '/api/leads/:id', excludedPath: '/api/leads/export' };
