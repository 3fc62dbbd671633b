import { atom } from 'nanostores';
import { type Login, LoginAnswer, type SetUp } from '#contracts/auth';
import { isApiError } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { isSignedIn, pathAfterSignIn } from './session.ts';

const SETUP = '/api/auth/setup';
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
  /** The link to choose a name and a password, which the server writes into the site's log. */
  const $link = atom<'none' | 'asked' | 'written'>('none');

  /** Signs in and leaves for the admin's pages. Ignored while another try is in progress. Never rejects. */
  const signIn = (credentials: Login) =>
    enter('POST', '/api/auth/login', credentials, pathAfterSignIn(address().search));

  /** Chooses the name and the password by the link's token, and enters with them. As `signIn`. */
  const setUp = (chosen: SetUp) => enter('PUT', SETUP, chosen, '/admin');

  async function enter(method: 'POST' | 'PUT', path: string, body: Login | SetUp, then: string): Promise<void> {
    if ($pending.get()) return;
    $pending.set(true);
    const failure = (await attempt(method, path, body)) ?? (await cookieFailure());
    if (!failure) {
      // `$pending` stays true: the page is about to go.
      notify.signedIn();
      return replaceWith(then);
    }
    $pending.set(false);
    notify.failed(failure);
  }

  const cookieFailure = async () => ((await isSignedIn(client)) === false ? ({ blockedCookies: true } as const) : null);

  async function askLink(): Promise<void> {
    if ($link.get() === 'asked') return;
    $link.set('asked');
    const failure = await attempt('POST', SETUP, {});
    $link.set(failure ? 'none' : 'written');
    if (failure) notify.failed(failure);
  }

  async function attempt(method: 'POST' | 'PUT', path: string, body: object): Promise<SignInFailure | null> {
    notify.trying();
    try {
      const { success } = await client.send(method, path, LoginAnswer, { body, timeout: LOGIN_TIMEOUT });
      return success ? null : { wrong: true };
    } catch (error) {
      return isApiError(error) ? { serverMessage: error.message } : { unanswered: true };
    }
  }

  return { $pending, $link, signIn, setUp, askLink };
}
