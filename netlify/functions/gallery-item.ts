import type { Config } from '@netlify/functions';
import { GalleryChange } from '#contracts/gallery';
import { adminAccepts, adminChanges } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { deleteItem, editItem } from '#server/http/gallery-calls';

/** `PUT`: 200 and the item; 400, 409, 413, 415. `DELETE`: 204. Both: 401, 403, 404, 405, 503. */
export default endpoint({ PUT: adminAccepts(GalleryChange, editItem), DELETE: adminChanges(deleteItem) });

export const config: Config = { path: '/api/gallery/:id', excludedPath: '/api/gallery/all' };
