import type { Config } from '@netlify/functions';
import { problem } from '#server/http/answers';

export default async function unknown(): Promise<Response> {
  return problem(404, 'There is nothing at this address');
}

export const config: Config = {
  path: ['/api', '/api/*'],
  excludedPath: ['/api/calendar/availability', '/api/calendar/book', '/api/callback', '/api/consultation-requests'],
};
