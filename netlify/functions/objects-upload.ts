import type { Config } from '@netlify/functions';
import { adminChanges } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { grantUpload } from '#server/http/upload-calls';

/** `POST`: 200 `{ uploadURL, partSize }`; 401, 403, 405, 503. */
export default endpoint({ POST: adminChanges(grantUpload) });

export const config: Config = { path: '/api/objects/upload' };
