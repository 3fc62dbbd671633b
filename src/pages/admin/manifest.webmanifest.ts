import type { APIRoute } from 'astro';
import { business, colors } from '#business';

/** The owner's pages as an app. iOS allows notifications only on the home screen. */
const manifest = {
  id: '/admin',
  name: `${business.shortName} admin`,
  short_name: business.shortName,
  description: 'Requests, visits and the gallery.',
  // The sign-in and the site itself also open in the app.
  scope: '/',
  start_url: '/admin',
  display: 'standalone',
  background_color: colors.paper,
  theme_color: colors.night,
  icons: [
    { src: '/admin/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/admin/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/admin/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

export const GET: APIRoute = () =>
  Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } });
