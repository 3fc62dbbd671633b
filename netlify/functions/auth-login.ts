import type { Config } from '@netlify/functions';
import { Login } from '#contracts/auth';
import { accepts, endpoint } from '#server/http/endpoint';
import { signIn } from '#server/http/sign-in';
import { signInLimit } from '#server/limits/limits';

export default endpoint({ POST: accepts(Login, signInLimit, signIn) });

export const config: Config = { path: '/api/auth/login' };
