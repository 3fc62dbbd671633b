import type { Config } from '@netlify/functions';
import { serve } from '#server/http/handler';
import { ownerRoutes } from '#server/http/owner-routes';

/** Answers the rest of the API too, with 404 for what is in no table. */
export default serve(ownerRoutes);

export const config: Config = {
  path: ['/api', '/api/*'],
  excludedPath: [
    '/api/calendar/availability',
    '/api/calendar/book',
    '/api/consultation-requests',
    '/api/callback',
    '/api/gallery',
    '/api/auth/check',
    '/api/texts/incoming',
    '/api/texts/status',
    '/api/health',
  ],
};
