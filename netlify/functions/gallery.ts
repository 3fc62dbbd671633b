import type { Config } from '@netlify/functions';
import { NewGalleryItem } from '#contracts/gallery';
import { adminAccepts } from '#server/http/admin';
import { endpoint, reads } from '#server/http/endpoint';
import { addItem, showGallery } from '#server/http/gallery-calls';
import { galleryLimit } from '#server/limits/limits';

/** `GET`: 200 and the published items; 429. `POST`: 201 and the item; 400, 401, 403, 413, 415, 503. Both: 405. */
export default endpoint({ GET: reads(galleryLimit, showGallery), POST: adminAccepts(NewGalleryItem, addItem) });

export const config: Config = { path: '/api/gallery' };
