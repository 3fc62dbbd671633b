import type { Config } from '@netlify/functions';
import { endpoint } from '#server/http/endpoint';
import { checkSession } from '#server/http/sign-in';

export default endpoint({ GET: checkSession });

export const config: Config = { path: '/api/auth/check' };
