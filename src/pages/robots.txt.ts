import type { APIRoute } from 'astro';

/** Robots may read all pages: unlisted ones say so themselves. The API has nothing to read. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`);
