import type { Config } from '@netlify/functions';
import { NewGalleryItem } from '#contracts/gallery';
import { createItem, listPublished } from '#server/gallery/items';
import { adminAccepts } from '#server/http/admin';
import { json } from '#server/http/answers';
import { GALLERY_TAG, sharedFor } from '#server/http/cache';
import { endpoint, reads } from '#server/http/endpoint';
import { itemAnswer } from '#server/http/gallery-answer';
import { galleryLimit } from '#server/limits/limits';

export default endpoint({
  GET: reads(galleryLimit, async ({ services }) =>
    json(200, await listPublished(services.gallery), sharedFor(GALLERY_TAG)),
  ),
  POST: adminAccepts(NewGalleryItem, async (item, call) =>
    itemAnswer(call, 201, await createItem(call.services, item, call.services.now())),
  ),
});

export const config: Config = { path: '/api/gallery' };
