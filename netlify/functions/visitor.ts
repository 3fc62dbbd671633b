import type { Config } from '@netlify/functions';
import { serve } from '#server/http/handler';
import { visitorRoutes } from '#server/http/visitor-routes';

export default serve(visitorRoutes);

export const config: Config = {
  path: [
    '/api/calendar/availability',
    '/api/calendar/book',
    '/api/consultation-requests',
    '/api/callback',
    '/api/gallery',
    '/api/auth/check',
    '/sitemap-gallery.xml',
    '/media/:file',
    '/visit/:token',
    '/visit/:token/visit.ics',
    '/visit/:token/pictures/:picture',
    '/:language/visit/:token',
    '/:language/visit/:token/visit.ics',
    '/:language/visit/:token/pictures/:picture',
  ],
};
