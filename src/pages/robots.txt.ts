import type { APIRoute } from 'astro';

/**
 * Robots may read all pages: unlisted ones say so themselves. Of the API they need what the gallery's page is drawn
 * with (`$` ends an address, RFC 9309, 2.2.3).
 */
export const GET: APIRoute = ({ site }) => {
  const sitemaps = ['/sitemap-index.xml', '/sitemap-gallery.xml'];
  const lines = sitemaps.map((sitemap) => `Sitemap: ${new URL(sitemap, site).href}\n`);
  return new Response(`User-agent: *\nAllow: /\nAllow: /api/gallery$\nDisallow: /api/\n\n${lines.join('')}`);
};
