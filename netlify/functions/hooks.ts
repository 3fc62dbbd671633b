import type { Config } from '@netlify/functions';
import { serve } from '#server/http/handler';
import { hookRoutes } from '#server/http/hook-routes';

export default serve(hookRoutes);

export const config: Config = {
  path: ['/api/texts/incoming', '/api/texts/status', '/api/health', '/calendar/:file'],
};
