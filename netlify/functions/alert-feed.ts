import type { Config } from '@netlify/functions';
import { adminChanges } from '#server/http/admin';
import { endAlertFeed, renewAlertFeed } from '#server/http/alert-calls';
import { endpoint } from '#server/http/endpoint';

/** `POST`: 200 and a new address for the calendar feed. `DELETE`: 204. Both: 401, 403, 405, 503. */
export default endpoint({ POST: adminChanges(renewAlertFeed), DELETE: adminChanges(endAlertFeed) });

export const config: Config = { path: '/api/alerts/feed' };
