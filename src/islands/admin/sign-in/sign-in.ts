import { atom, type ReadableAtom } from 'nanostores';
import type { AuthApi } from '#islands/ui/api/auth.ts';
import { isApiError } from '#islands/ui/api/errors.ts';
import type { Login } from '#contracts/auth';

/** Why nobody got in: what the server said, that the credentials were wrong, or that no answer came. */
export type SignInFailure = { readonly said: string } | { readonly wrong: true } | { readonly unanswered: true };

interface Surroundings {
  readonly api: Pick<AuthApi, 'login'>;
  /** Leaves for the admin's pages. */
  enter(): void;
  readonly tell: {
    trying(): void;
    signedIn(): void;
    failed(failure: SignInFailure): void;
  };
}

export interface SignIn {
  readonly $pending: ReadableAtom<boolean>;
  /** Does nothing while an earlier try is under way. */
  signIn(credentials: Login): Promise<void>;
}

export function createSignIn({ api, enter, tell }: Surroundings): SignIn {
  const $pending = atom(false);

  async function signIn(credentials: Login): Promise<void> {
    if ($pending.get()) return;
    $pending.set(true);
    tell.trying();
    const failure = await attempt(credentials);
    if (!failure) {
      // It stays pending: the page is about to go.
      tell.signedIn();
      return enter();
    }
    $pending.set(false);
    tell.failed(failure);
  }

  async function attempt(credentials: Login): Promise<SignInFailure | null> {
    try {
      return (await api.login(credentials)) ? null : { wrong: true };
    } catch (error) {
      return isApiError(error) ? { said: error.message } : { unanswered: true };
    }
  }

  return { $pending, signIn };
}
