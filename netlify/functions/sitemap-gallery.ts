import type { Config } from '@netlify/functions';
import { endpoint, reads } from '#server/http/endpoint';
import { showGallerySitemap } from '#server/http/gallery-calls';
import { galleryLimit } from '#server/limits/limits';

/** `GET`: 200 and a sitemap of the published pictures and films; 405, 429. */
export default endpoint({ GET: reads(galleryLimit, showGallerySitemap) });

export const config: Config = { path: '/sitemap-gallery.xml' };
