import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { HOUR, MINUTE, SECOND } from '#lib/time/units';
import { badCredentials, tokenRefusal, tooFewScopes } from './google-faults.ts';

/** The owner of an access token. A `service-account` of its own may not invite. */
export interface Bearer {
  readonly who: 'account' | 'service-account' | 'delegate';
  readonly scopes: readonly string[];
  readonly endsAt: number;
}

const ASSERTION = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TOKEN_SECONDS = HOUR / SECOND;
const ROOT = 'https://www.googleapis.com/auth/';

let keys: { publicKey: string; privateKey: string } | undefined;

/** The service account's keys, made once: it takes a while. */
export function serviceAccountKeys(): { publicKey: string; privateKey: string } {
  keys ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return keys;
}

export class OAuthServer {
  readonly client = { id: 'client.apps.googleusercontent.com', secret: 'GOCSPX-client-secret' };
  readonly serviceAccount = 'visits@project.iam.gserviceaccount.com';
  readonly owner = 'owner@sunhaven.example';
  /** The owner's answer on the consent page. */
  consent: 'given' | 'denied' = 'given';
  /** The domain lets the service account act for the owner. */
  delegates = true;
  /** A service account that acts for the owner may invite. */
  mayInvite = true;
  /** A consent brings a refresh token. Google leaves out a second one. */
  givesRefreshToken = true;
  /** A scope that the owner does not tick. */
  unticked: string | undefined;
  /** Makes access tokens that the API does not know. */
  givesWrongTokens = false;
  /** The number of access tokens so far. */
  given = 0;
  readonly #now: () => number;
  readonly #refreshTokens = new Map<string, readonly string[]>();
  readonly #accessTokens = new Map<string, Bearer>();
  readonly #codes = new Map<string, URLSearchParams>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The refresh token of an earlier consent. */
  newRefreshToken(scopes: readonly string[] = [`${ROOT}calendar.events`, `${ROOT}calendar.freebusy`]): string {
    const token = `1//${randomBytes(12).toString('base64url')}`;
    this.#refreshTokens.set(token, scopes);
    return token;
  }

  /** The owner revokes the site's access: `invalid_grant` from now on. */
  revoke(): void {
    this.#refreshTokens.clear();
    this.#accessTokens.clear();
  }

  /** Ends all access tokens early. */
  expireAccessTokens(): void {
    this.#accessTokens.clear();
  }

  /** The address that the consent page redirects to. Throws Google's error pages. */
  authorize(query: URLSearchParams): string {
    const redirect = new URL(query.get('redirect_uri') ?? '');
    if (query.get('client_id') !== this.client.id) throw tokenRefusal(401, 'invalid_client', 'No such client.');
    if (!['127.0.0.1', '[::1]', 'localhost'].includes(redirect.hostname))
      throw tokenRefusal(400, 'redirect_uri_mismatch', 'A desktop client is sent to the loopback address alone.');
    const code = `4/${randomBytes(12).toString('base64url')}`;
    this.#codes.set(code, query);
    if (this.consent === 'given') redirect.searchParams.set('code', code);
    else redirect.searchParams.set('error', 'access_denied');
    redirect.searchParams.set('state', query.get('state') ?? '');
    return redirect.href;
  }

  /** The token endpoint. An assertion must name its `address`. */
  async token(form: URLSearchParams, address: string): Promise<unknown> {
    const grant = form.get('grant_type');
    if (grant === 'refresh_token') return this.#refresh(form);
    if (grant === 'authorization_code') return this.#exchange(form);
    if (grant === ASSERTION) return await this.#assert(form.get('assertion') ?? '', address);
    throw tokenRefusal(400, 'unsupported_grant_type', `Invalid grant_type: ${grant}`);
  }

  /** The caller of the `Authorization` header. The token must be valid and have one of the scopes. */
  bearer(header: string | undefined, scopes: readonly string[]): Bearer {
    const bearer = this.#accessTokens.get(/^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '');
    if (!bearer || bearer.endsAt <= this.#now()) throw badCredentials();
    if (!scopes.some((scope) => bearer.scopes.includes(ROOT + scope))) throw tooFewScopes();
    return bearer;
  }

  #checkClient(form: URLSearchParams): void {
    if (form.get('client_id') !== this.client.id) throw tokenRefusal(401, 'invalid_client', 'No such client.');
    if (form.get('client_secret') !== this.client.secret) throw tokenRefusal(401, 'invalid_client', 'Unauthorized');
  }

  #refresh(form: URLSearchParams): unknown {
    this.#checkClient(form);
    const scopes = this.#refreshTokens.get(form.get('refresh_token') ?? '');
    if (!scopes) throw tokenRefusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    return this.#give('account', scopes);
  }

  /** A code works once, for its address and the holder of the verifier (RFC 7636, 4.6). */
  #exchange(form: URLSearchParams): object {
    this.#checkClient(form);
    const code = form.get('code') ?? '';
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    if (!asked) throw tokenRefusal(400, 'invalid_grant', 'Malformed auth code.');
    if (form.get('redirect_uri') !== asked.get('redirect_uri'))
      throw tokenRefusal(400, 'redirect_uri_mismatch', 'Bad Request');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked.has('code_challenge') && challenge !== asked.get('code_challenge'))
      throw tokenRefusal(400, 'invalid_grant', 'Invalid code verifier.');
    const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => scope !== this.unticked);
    const isKept =
      this.givesRefreshToken && asked.get('access_type') === 'offline' && asked.get('prompt') === 'consent';
    return { ...this.#give('account', scopes), ...(isKept && { refresh_token: this.newRefreshToken(scopes) }) };
  }

  /** A service account's assertion (RFC 7523, 3): its key's signature, our address, an hour at most. */
  async #assert(assertion: string, address: string): Promise<unknown> {
    const key = await importSPKI(serviceAccountKeys().publicKey, 'RS256');
    const options = { algorithms: ['RS256'], issuer: this.serviceAccount, currentDate: new Date(this.#now()) };
    const { payload } = await jwtVerify(assertion, key, { ...options, audience: address }).catch((error: unknown) => {
      throw tokenRefusal(400, 'invalid_grant', `Invalid JWT: ${error instanceof Error ? error.message : ''}`);
    });
    const { iat = 0, exp = 0, sub, scope } = payload;
    if (exp <= iat || exp - iat > TOKEN_SECONDS || iat * SECOND > this.#now() + MINUTE)
      throw tokenRefusal(400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes).');
    if (typeof scope !== 'string' || scope === '')
      throw tokenRefusal(400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
    if (sub !== undefined && (!this.delegates || sub !== this.owner))
      throw tokenRefusal(401, 'unauthorized_client', 'Client is unauthorized to retrieve access tokens.');
    return this.#give(sub === undefined ? 'service-account' : 'delegate', scope.split(' '));
  }

  #give(who: Bearer['who'], scopes: readonly string[]): object {
    const token = `ya29.${randomBytes(16).toString('base64url')}`;
    const endsAt = this.#now() + HOUR;
    if (!this.givesWrongTokens) this.#accessTokens.set(token, { who, scopes, endsAt });
    this.given += 1;
    return { access_token: token, expires_in: TOKEN_SECONDS - 1, scope: scopes.join(' '), token_type: 'Bearer' };
  }
}
