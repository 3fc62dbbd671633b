import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { mediaAnswer } from '#server/http/media-answer';

export default endpoint({ GET: mediaAnswer });

export const config: Config = { path: '/media/:file' };
