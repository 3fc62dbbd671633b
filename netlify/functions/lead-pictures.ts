import type { Config } from '@netlify/functions';
import { adminChanges, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { addPictures, listPictures } from '#server/http/picture-calls';

/** `GET`: 200 and the list. `POST`: 200; 400, 403, 404, 409, 413, 415. Both: 401, 405, 503. */
export default endpoint({ GET: adminReads(listPictures), POST: adminChanges(addPictures) });

export const config: Config = { path: '/api/leads/:id/pictures' };
