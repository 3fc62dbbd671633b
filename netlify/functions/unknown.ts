import type { Config } from '@netlify/functions';
import { sayNothingHere } from '#server/http/refusal';

/** 404 for every unknown address of the API. */
export default async function unknown(request: Request): Promise<Response> {
  return sayNothingHere(request);
}

export const config: Config = {
  path: ['/api', '/api/*'],
  // biome-ignore format: a group in a line
  excludedPath: [
    '/api/calendar/availability', '/api/calendar/book', '/api/callback', '/api/consultation-requests',
    '/api/auth/check', '/api/auth/login', '/api/auth/logout', '/api/auth/setup', '/api/auth/devices/:id', '/api/week',
    '/api/hours', '/api/away', '/api/away/:id', '/api/holidays/:date', '/api/today', '/api/connections', '/api/health',
    '/api/leads', '/api/leads/export', '/api/leads/:id', '/api/leads/:id/visit', '/api/leads/:id/one', '/api/leads/:id/day', '/api/leads/:id/mails', '/api/leads/:id/texts', '/api/texts/incoming', '/api/texts/status', '/api/leads/:id/pictures', '/api/leads/:id/pictures/:picture', '/api/insights',
    '/api/alerts', '/api/alerts/devices', '/api/alerts/devices/:id', '/api/alerts/feed', '/api/backups', '/api/backups/:id',
    '/api/gallery', '/api/gallery/all', '/api/gallery/:id', '/api/objects/upload', '/api/uploads/:id',
  ],
};
