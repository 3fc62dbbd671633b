import { atom } from 'nanostores';
import { type Login, LoginAnswer, type SetUp } from '#contracts/auth';
import { isApiError } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { say } from '#browser/say';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { isSignedIn, keepFlashMessage, pathAfterSignIn } from './session.ts';

const SETUP = '/api/auth/setup';
/** ms */
const LOGIN_TIMEOUT = 20_000;

const WELCOME = say('Logged in successfully');
const BLOCKED_COOKIES = say(
  'Your browser blocks cookies, so it cannot stay signed in. Please allow cookies for this site and sign in again.',
);

export function createSignIn({
  client,
  address,
  replaceWith,
}: Pick<Environment, 'client' | 'address' | 'replaceWith'>) {
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
      showSuccess(WELCOME);
      keepFlashMessage({ title: WELCOME, tone: 'default' });
      return replaceWith(then);
    }
    $pending.set(false);
    showError(failure);
  }

  /** A browser that did not keep the session's cookie. */
  const cookieFailure = async () => ((await isSignedIn(client)) === false ? BLOCKED_COOKIES : null);

  async function askLink(): Promise<void> {
    if ($link.get() === 'asked') return;
    $link.set('asked');
    const failure = await attempt('POST', SETUP, {});
    $link.set(failure ? 'none' : 'written');
    if (failure) showError(failure);
  }

  /** Resolves to the sentence why it failed. */
  async function attempt(method: 'POST' | 'PUT', path: string, body: object): Promise<string | null> {
    clearToast();
    try {
      const { success } = await client.send(method, path, LoginAnswer, { body, timeout: LOGIN_TIMEOUT });
      return success ? null : say('Invalid credentials');
    } catch (error) {
      return isApiError(error) ? error.message : say('The server could not be reached. Please try again.');
    }
  }

  return { $pending, $link, signIn, setUp, askLink };
}
