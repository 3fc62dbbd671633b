import { type Login, LoginAnswer } from '#contracts/auth';
import type { Client } from '../api-client.ts';
import { checkSession } from '../owner.ts';

/** ms */
const WITHIN = 20_000;

/** The calls of the sign-in. They reject as `Client` says. */
export interface AuthApi {
  /** Whether this browser holds a session that still counts. */
  check(): Promise<boolean>;
  /** Resolves to whether the credentials were right; a refusal rejects with the server's sentence. */
  login(credentials: Login): Promise<boolean>;
  logout(): Promise<void>;
}

export function authApi(client: Client): AuthApi {
  return {
    check: () => checkSession({ client }),
    async login(credentials) {
      const { success } = await client.send('POST', '/api/auth/login', LoginAnswer, {
        body: credentials,
        within: WITHIN,
      });
      return success;
    },
    async logout() {
      await client.call('POST', '/api/auth/logout', { within: WITHIN });
    },
  };
}
