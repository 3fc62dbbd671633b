import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { sayer } from '#i18n/admin-text';

export const AUTHORIZE_URL = 'https://accounts.google.com/o/oauth2/v2/auth';

/** A question to Google. By the state the site knows Google's answer to it, by the verifier Google knows who asked (RFC 7636). */
export interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly verifier: string;
}

export const newQuestion = () => ({
  state: randomBytes(24).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
});

/** The page on which the owner lets the site in. A consent that lasts, and a new refresh token each time. */
export function consentPage({ clientId, redirectUri, scopes, state, verifier }: Asked, page = AUTHORIZE_URL): string {
  const address = new URL(page);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  }).toString();
  return address.href;
}

const Granted = z.object({
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
  /** In seconds; only of an app that is being tested. */
  refresh_token_expires_in: z.optional(z.number()),
});
const Refused = z.object({ error: z.string() });

/** A refresh token, and the seconds until it ends by itself; or why there is none, without the remedy. */
export type Grant =
  | { readonly refreshToken: string; readonly endsIn?: number | undefined }
  | { readonly fault: string };

/** Exchanges the code of an answer. */
export async function exchange(
  { clientId, redirectUri, scopes, verifier }: Asked,
  { code, clientSecret, tokenUrl }: Record<'code' | 'clientSecret' | 'tokenUrl', string>,
  say = sayer(),
): Promise<Grant> {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const answer = await fetch(tokenUrl, { method: 'POST', body }).catch(() => null);
  if (!answer) return { fault: say('Google’s sign-in did not answer: please check the connection') };
  const content: unknown = await answer.json().catch(() => null);
  const granted = Granted.safeParse(content);
  if (!answer.ok || !granted.success) {
    const why = Refused.safeParse(content).data?.error ?? `status ${answer.status}`;
    return { fault: say('Google did not take the code ({why}): please check the client’s ID and secret', { why }) };
  }
  const { refresh_token: refreshToken, scope = scopes.join(' '), refresh_token_expires_in: endsIn } = granted.data;
  const isAllAllowed = scopes.every((needed) => scope.split(' ').includes(needed));
  if (!isAllAllowed) return { fault: say('Not all was allowed: please leave every box on Google’s page ticked') };
  if (refreshToken) return { refreshToken, endsIn };
  const address = 'https://myaccount.google.com/connections';
  return { fault: say('Google gave no refresh token: please remove the site’s access at {address}', { address }) };
}
