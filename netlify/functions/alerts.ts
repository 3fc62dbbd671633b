import type { Config } from '@netlify/functions';
import { MessageSwitches } from '#contracts/alerts';
import { adminAccepts, adminReads } from '#server/http/admin';
import { changeMessages, showAlerts } from '#server/http/alert-calls';
import { endpoint } from '#server/http/endpoint';

/** `GET`: 200 and the owner's notifications. `PUT`: 200; 400, 403, 413, 415. Both: 401, 405, 503. */
export default endpoint({ GET: adminReads(showAlerts), PUT: adminAccepts(MessageSwitches, changeMessages) });

export const config: Config = { path: '/api/alerts' };
