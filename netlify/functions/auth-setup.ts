import type { Config } from '@netlify/functions';
import { AskLink, SetUp } from '#contracts/auth';
import { setUp, writeLink } from '#server/http/admin';
import { accepts, endpoint } from '#server/http/endpoint';
import { signInLimit } from '#server/limits/limits';

/**
 * `POST`: 200, and a link in this function's log. `PUT`, with its token: 200 and the session's cookie. Both: 400, 403,
 * 405, 409 if the variables give the sign-in, 413, 415, 429.
 */
export default endpoint({
  POST: accepts(AskLink, signInLimit, writeLink),
  PUT: accepts(SetUp, signInLimit, setUp),
});

export const config: Config = { path: '/api/auth/setup' };
