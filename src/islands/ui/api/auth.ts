import { AuthStatus, type Login, LoginAnswer } from '#contracts/auth';
import type { Client } from './client.ts';

/** ms */
const WITHIN = 20_000;

/** The calls of the sign-in (specification, section 7). They reject as `Client` says. */
export interface AuthApi {
  /** Whether this browser holds a session that still counts. */
  check(): Promise<boolean>;
  /** Resolves to whether the credentials were right; a refusal rejects with the server's sentence. */
  login(credentials: Login): Promise<boolean>;
  logout(): Promise<void>;
}

export function authApi(client: Client): AuthApi {
  return {
    async check() {
      const { authenticated } = await client.read(['/api', 'auth', 'check'], AuthStatus, { within: WITHIN });
      return authenticated;
    },
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
