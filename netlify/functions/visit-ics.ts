import type { Config } from '@netlify/functions';
import { endpoint, reads } from '#server/http/endpoint';
import { sendCalendarFile, visitRefused } from '#server/http/visit-calls';
import { readLimit } from '#server/limits/limits';

/** `GET`: 200 and a calendar file; 404, 405, 429, each as a page. */
export default endpoint({ GET: reads(readLimit, sendCalendarFile) }, visitRefused);

export const config: Config = { path: ['/visit/:token/visit.ics', '/es/visit/:token/visit.ics'] };
