import { createClient } from '#api/client';
import { galleryApi } from '#api/gallery';
import { createGallery } from '../gallery.ts';

/** The one gallery of this page. */
export const gallery = createGallery(galleryApi(createClient()));
