import type * as z from 'zod/mini';
import type { GalleryChange, GalleryItem, NewGalleryItem } from '#contracts/gallery';
import type { Conflict, Rule } from '#contracts/problem';
import { changeItem, createItem, listItems, type MissingFile, removeItem } from '#server/gallery/items';
import { gallerySitemap } from '#server/pages/gallery-sitemap';
import type { AdminCall } from './owner-session.ts';
import { empty, json, sharedFor, xml } from './answers.ts';
import { Refusal } from './refusal.ts';
import type { Call } from './call.ts';
import type { Services } from './services.ts';

/** The public gallery's tag in the CDN's cache. */
const TAG = 'gallery';

/** `GET /api/gallery`: 200 and the published items. */
export async function showGallery({ services }: Call): Promise<Response> {
  return json(200, await publishedItems(services), sharedFor(TAG));
}

/** `GET /sitemap-gallery.xml`: 200 and the published items for search engines. */
export async function showGallerySitemap({ services }: Call): Promise<Response> {
  return xml(gallerySitemap(services.site.origin, await publishedItems(services)), sharedFor(TAG));
}

async function publishedItems({ gallery }: Services): Promise<GalleryItem[]> {
  return (await listItems(gallery)).filter(({ isPublished }) => isPublished);
}

/** `GET /api/gallery/all`: 200 and all items. */
export async function listGallery({ services }: AdminCall): Promise<Response> {
  return json(200, await listItems(services.gallery));
}

/** `POST /api/gallery`: 201 and the item; 400 for a file that was not uploaded. */
export async function addItem(item: z.output<typeof NewGalleryItem>, call: AdminCall): Promise<Response> {
  return await itemAnswer(call, 201, await createItem(call.services, item, call.services.now()));
}

/** `PUT /api/gallery/{id}`: 200 and the item; 400 for a file that was not uploaded, 404; 409 for a field changed since. */
export async function editItem(change: GalleryChange, call: AdminCall): Promise<Response> {
  return await itemAnswer(call, 200, await changeItem(call.services, itemId(call), change, call.services.now()));
}

/** `DELETE /api/gallery/{id}`: 204; 404 for an unknown id. */
export async function deleteItem(call: AdminCall): Promise<Response> {
  if (!(await removeItem(call.services, itemId(call), call.services.now()))) throw new Refusal(404, 'noItem');
  await call.services.purge(TAG);
  return empty();
}

const itemId = ({ params }: AdminCall) => params['id'] ?? '';

/** Answers with a new or changed item. First purges the gallery from the CDN's cache. */
async function itemAnswer(
  { services }: AdminCall,
  status: 200 | 201,
  outcome: GalleryItem | MissingFile | { readonly conflict: Conflict } | null,
): Promise<Response> {
  if (!outcome) throw new Refusal(404, 'noItem');
  if ('missing' in outcome) {
    // The rule has the field's name.
    const { missing } = outcome;
    throw new Refusal(400, 'check', { issues: [{ path: [missing], message: missing satisfies Rule }] });
  }
  if ('conflict' in outcome) throw new Refusal(409, 'changedSince', outcome);
  await services.purge(TAG);
  return json(status, outcome);
}
