import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { sendMedia } from '#server/http/media-calls';

/** `GET`: 200 and the file, 206 and a range, 304; 404, 405, 416. */
export default endpoint({ GET: sendMedia });

export const config: Config = { path: '/media/:file' };
