import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { takeUpload } from '#server/http/upload-calls';

/** `PUT`: 200 `{ mediaUrl }` when the file is whole, else 202; 400, 401, 403, 405, 410, 413, 415, 503. */
export default endpoint({ PUT: takeUpload });

export const config: Config = { path: '/api/uploads/:id' };
