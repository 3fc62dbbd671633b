import type { Config } from '@netlify/functions';
import { endpoint, reads } from '#server/http/endpoint';
import { sendPictureOfVisit } from '#server/http/picture-calls';
import { pictureLimit } from '#server/limits/limits';

/** `GET`: 200 and the picture; 404, 405, 429. */
export default endpoint({ GET: reads(pictureLimit, sendPictureOfVisit) });

export const config: Config = { path: ['/visit/:token/pictures/:picture', '/es/visit/:token/pictures/:picture'] };
