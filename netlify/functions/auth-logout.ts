import type { Config } from '@netlify/functions';
import { endpoint, foreign } from '#server/http/endpoint';
import { signOut } from '#server/http/sign-in';

export default endpoint({ POST: async (call) => foreign(call) ?? (await signOut(call)) });

export const config: Config = { path: '/api/auth/logout' };
