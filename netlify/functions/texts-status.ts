import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { noteStatus } from '#server/http/text-calls';

/** `POST`: 200, in XML; 400, 403, 405, 503. Only the provider signs such calls. */
export default endpoint({ POST: noteStatus });

export const config: Config = { path: '/api/texts/status' };
