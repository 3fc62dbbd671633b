import { atom } from 'nanostores';
import { type Login, LoginAnswer } from '#contracts/auth';
import { isApiError } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { isSignedIn, pathAfterSignIn } from './session.ts';

/** ms */
const LOGIN_TIMEOUT = 20_000;

/** The server's message, wrong credentials, no answer, or a browser that did not keep the session's cookie. */
export type SignInFailure =
  | { readonly serverMessage: string }
  | { readonly wrong: true }
  | { readonly unanswered: true }
  | { readonly blockedCookies: true };

export interface SignInNotices {
  /** A new try begins: remove the last message. */
  trying(): void;
  signedIn(): void;
  failed(failure: SignInFailure): void;
}

export function createSignIn(
  { client, address, replaceWith }: Pick<Environment, 'client' | 'address' | 'replaceWith'>,
  notify: SignInNotices,
) {
  const $pending = atom(false);

  /** Signs in and leaves for the admin's pages. Ignored while another try is in progress. Never rejects. */
  async function signIn(credentials: Login): Promise<void> {
    if ($pending.get()) return;
    $pending.set(true);
    notify.trying();
    const failure = await attempt(credentials);
    if (!failure) {
      // `$pending` stays true: the page is about to go.
      notify.signedIn();
      return replaceWith(pathAfterSignIn(address().search));
    }
    $pending.set(false);
    notify.failed(failure);
  }

  async function attempt(credentials: Login): Promise<SignInFailure | null> {
    try {
      const options = { body: credentials, timeout: LOGIN_TIMEOUT };
      const { success } = await client.send('POST', '/api/auth/login', LoginAnswer, options);
      if (!success) return { wrong: true };
      return (await isSignedIn(client)) === false ? { blockedCookies: true } : null;
    } catch (error) {
      return isApiError(error) ? { serverMessage: error.message } : { unanswered: true };
    }
  }

  return { $pending, signIn };
}
