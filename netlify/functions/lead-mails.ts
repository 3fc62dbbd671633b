import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { listMails } from '#server/http/lead-calls';

/** `GET`: 200 and the mails about the lead; 401, 405, 503. */
export default endpoint({ GET: adminReads(listMails) });

export const config: Config = { path: '/api/leads/:id/mails' };
