import type { Config } from '@netlify/functions';
import { serve } from '#server/http/handler';
import { ownerRoutes } from '#server/http/owner-routes';

/**
 * Answers the rest of the API too, with 404 for an address of no table. Netlify reads `config` from the source, so the
 * addresses of the other two functions stand here again; a test of the build compares them.
 */
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
