import { type GalleryChange, GalleryItem, GalleryList, type NewGalleryItem } from '#contracts/gallery';
import type { Client } from '../api-client.ts';

/** ms. A list that takes longer is as good as failed: there is a Try again beside the sentence that says so. */
const LIST_WITHIN = 20_000;
/** ms. A function of ours lives 60 s. */
const CHANGE_WITHIN = 60_000;

/** The calls of the gallery. They reject as `Client` says. */
export interface GalleryApi {
  /** What visitors see, in its order. */
  published(): Promise<GalleryList>;
  /** All items, for the owner. */
  all(): Promise<GalleryList>;
  create(item: NewGalleryItem): Promise<GalleryItem>;
  /** Changes the fields given; resolves to the whole item as it is now. */
  change(id: string, fields: GalleryChange): Promise<GalleryItem>;
  remove(id: string): Promise<void>;
}

export function galleryApi(client: Client): GalleryApi {
  const one = (id: string) => `/api/gallery/${encodeURIComponent(id)}`;
  return {
    published: () => client.read(['/api', 'gallery'], GalleryList, { within: LIST_WITHIN }),
    all: () => client.read(['/api', 'gallery', 'all'], GalleryList, { within: LIST_WITHIN }),
    create: (item) => client.send('POST', '/api/gallery', GalleryItem, { body: item, within: CHANGE_WITHIN }),
    change: (id, fields) => client.send('PUT', one(id), GalleryItem, { body: fields, within: CHANGE_WITHIN }),
    async remove(id) {
      await client.call('DELETE', one(id), { within: CHANGE_WITHIN });
    },
  };
}
