import type { Config } from '@netlify/functions';
import { Login } from '#contracts/auth';
import { countedByDevice, signIn } from '#server/http/admin';
import { accepts, endpoint } from '#server/http/endpoint';
import { signInLimit } from '#server/limits/limits';

/** `POST`: 200 `{ success }` and the cookies of session and device; 400, 401, 403, 405, 413, 415, 429, 503 if not set up. */
export default endpoint({ POST: countedByDevice(accepts(Login, signInLimit, signIn)) });

export const config: Config = { path: '/api/auth/login' };
