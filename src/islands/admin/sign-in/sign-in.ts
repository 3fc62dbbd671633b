import { atom } from 'nanostores';
import { type AcceptInvitation, type Login, LoginAnswer, PasskeyOptions, type SetUp } from '#contracts/auth';
import { isApiError } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { say } from '#browser/say';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { browserPasskeys, NoPasskey } from '../passkeys.ts';
import { isSignedIn, keepFlashMessage, pathAfterSignIn } from './session.ts';

const SETUP = '/api/auth/setup';
const PASSKEY = '/api/auth/passkey';
const INVITATION = '/api/auth/invitation';
/** ms */
const LOGIN_TIMEOUT = 20_000;

const WELCOME = say('Logged in successfully');
const BLOCKED_COOKIES = say(
  'Your browser blocks cookies, so it cannot stay signed in. Please allow cookies for this site and sign in again.',
);

export function createSignIn(
  { client, address, replaceWith }: Pick<Environment, 'client' | 'address' | 'replaceWith'>,
  passkeys = browserPasskeys,
) {
  const $pending = atom(false);
  /** The link to choose a name and a password, which the server writes into the site's log. */
  const $link = atom<'none' | 'asked' | 'written'>('none');

  /** Signs in and leaves for the admin's pages. Ignored while another try is in progress. Never rejects. */
  const signIn = (credentials: Login) =>
    enter(() => send('POST', '/api/auth/login', credentials), pathAfterSignIn(address().search));

  /** Chooses the name and the password by the link's token, and enters with them. As `signIn`. */
  const setUp = (chosen: SetUp) => enter(() => send('PUT', SETUP, chosen), '/admin');

  /** Signs in by a passkey of this device. As `signIn`. */
  const signInByPasskey = (chosen: Pick<Login, 'stay' | 'hasTouch'>) =>
    enter(
      async () => {
        const passkey = await passkeys.sign(await options(PASSKEY, {}));
        return await send('PUT', PASSKEY, { passkey, ...chosen });
      },
      pathAfterSignIn(address().search, '/admin'),
    );

  /** Makes a passkey by the token of an invitation, and enters with it. As `signIn`. */
  const accept = (invited: Omit<AcceptInvitation, 'passkey'>) =>
    enter(async () => {
      const passkey = await passkeys.make(await options(INVITATION, { token: invited.token }));
      return await send('PUT', INVITATION, { passkey, ...invited });
    }, '/admin');

  const options = (path: string, body: object) => client.send('POST', path, PasskeyOptions, { body });
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    client.send(method, path, LoginAnswer, { body, timeout: LOGIN_TIMEOUT });

  async function enter(work: () => Promise<LoginAnswer>, then: string): Promise<void> {
    if ($pending.get()) return;
    $pending.set(true);
    const failure = (await attempt(work)) ?? (await cookieFailure());
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
    const failure = await attempt(() => send('POST', SETUP, {}));
    $link.set(failure ? 'none' : 'written');
    if (failure) showError(failure);
  }

  /** Resolves to the sentence why it failed. */
  async function attempt(work: () => Promise<LoginAnswer>): Promise<string | null> {
    clearToast();
    try {
      return (await work()).success ? null : say('Invalid credentials');
    } catch (error) {
      if (error instanceof NoPasskey) return say('No passkey was used. Please try again.');
      return isApiError(error) ? error.message : say('The server could not be reached. Please try again.');
    }
  }

  return { $pending, $link, signIn, setUp, signInByPasskey, accept, askLink };
}
