import type { Config } from '@netlify/functions';
import { sendFeed } from '#server/http/alert-calls';
import { endpoint, reads } from '#server/http/endpoint';
import { readLimit } from '#server/limits/limits';

/** `GET`: 200 and the coming visits as a calendar; 304; 404 for a wrong address; 405, 429. */
export default endpoint({ GET: reads(readLimit, sendFeed) });

export const config: Config = { path: '/calendar/:file' };
