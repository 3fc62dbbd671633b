import type { Config } from '@netlify/functions';
import { adminChanges, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { deletePicture, sendPictureOfLead } from '#server/http/picture-calls';

/** `GET`: 200 and the picture; 404. `DELETE`: 200; 403. Both: 401, 405, 503. */
export default endpoint({ GET: adminReads(sendPictureOfLead), DELETE: adminChanges(deletePicture) });

export const config: Config = { path: '/api/leads/:id/pictures/:picture' };
