import { readLimit } from '#server/limits/limits';
import { sendFeed } from './alert-calls.ts';
import { anybody, type Routes, signed } from './handler.ts';
import { checkHealth } from './health.ts';
import { noteStatus, takeIncoming } from './text-calls.ts';

/** The calls of programs: the texts' provider, the owner's monitor, and the calendar on the owner's phone. */
export const hookRoutes: Routes = {
  '/api/texts/incoming': { POST: signed(takeIncoming) },
  '/api/texts/status': { POST: signed(noteStatus) },
  '/api/health': { GET: anybody(null, checkHealth) },
  '/calendar/:file': { isSecret: true, GET: anybody(readLimit, sendFeed) },
};
