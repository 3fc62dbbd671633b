import type { APIRoute } from 'astro';

/** Pages that are not to be listed say so themselves, so robots may read all of them; the API has nothing to read. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`);
