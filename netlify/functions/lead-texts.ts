import type { Config } from '@netlify/functions';
import { NewText } from '#contracts/texts';
import { adminAccepts, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { answerText, showConversation } from '#server/http/text-calls';

/** `GET`: 200 and the conversation. `POST`: 200; 400, 403, 409, 413, 415. Both: 401, 404, 405, 503. */
export default endpoint({ GET: adminReads(showConversation), POST: adminAccepts(NewText, answerText) });

export const config: Config = { path: '/api/leads/:id/texts' };
