import type { Config } from '@netlify/functions';
import { signOut } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';

/** `POST`: 200 `{ success }`, with or without a session; 403, 405. */
export default endpoint({ POST: signOut });

export const config: Config = { path: '/api/auth/logout' };
