import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { takeUpload } from '#server/http/upload';

export default endpoint({ PUT: takeUpload });

export const config: Config = { path: '/api/uploads/:id' };
