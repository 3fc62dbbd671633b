import { createClient } from '#islands/ui/api/client.ts';
import { galleryApi } from '#islands/ui/api/gallery.ts';
import { createGallery } from '../store.ts';

/** The one gallery of this page. */
export const gallery = createGallery(galleryApi(createClient()));
