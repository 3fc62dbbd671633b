import type { Config } from '@netlify/functions';
import { adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { listGallery } from '#server/http/gallery-calls';

/** `GET`: 200 and all items; 401, 405, 503. */
export default endpoint({ GET: adminReads(listGallery) });

export const config: Config = { path: '/api/gallery/all' };
