import { atom, type ReadableAtom } from 'nanostores';
import { isApiError } from '#islands/ui/api-client.ts';
import { authApi } from '#islands/ui/api/auth.ts';
import { browserEnvironment, type Environment } from '#islands/ui/environment.ts';
import { signInPath } from './redirect.ts';

/** How a call of the owner went. `serverMessage` is the text of a refusal, `undefined` when nobody answered. */
export type Outcome<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly serverMessage: string | undefined }
  | { readonly state: 'signed-out' };

/** The owner's session as the admin's pages need it. */
export interface AdminSession {
  /** A call was refused because the session has ended, and the page has stayed for the sake of what it holds. */
  readonly $signedOut: ReadableAtom<boolean>;
  /**
   * Asks once, without a retry. Resolves to whether the owner may stay; if not, or if nobody answers, the page is left
   * for the sign-in, which leads back here.
   */
  guard(): Promise<boolean>;
  /** A call of the owner. When the session has ended meanwhile, the page is left, or stays while it is held. Never rejects. */
  call<T>(work: () => Promise<T>): Promise<Outcome<T>>;
  /** `work` is done before the page is left: the last moment to keep what was typed. */
  beforeLeaving(work: () => void): void;
  /** While anybody holds it, the page is not left: files on their way live in its memory alone. */
  hold(holder: string): void;
  release(holder: string): void;
  /** Leaves for the sign-in page for good; where the call fails, the page stays and the owner is still signed in. */
  logOut(): Promise<Outcome<void>>;
}

export function createAdminSession({
  client,
  address,
  replaceWith,
}: Pick<Environment, 'client' | 'address' | 'replaceWith'>): AdminSession {
  const api = authApi(client);
  const $signedOut = atom(false);
  const lastWorks: (() => void)[] = [];
  const holders = new Set<string>();

  function leave(): void {
    const { pathname, hash } = address();
    replaceWith(signInPath(pathname + hash));
  }

  function keepAndLeave(): void {
    for (const work of lastWorks) work();
    leave();
  }

  return {
    $signedOut,
    async guard() {
      const isOwner = await api.check().catch(() => false);
      if (!isOwner) leave();
      return isOwner;
    },
    async call(work) {
      const outcome = await outcomeOf(work);
      if (outcome.state === 'done') $signedOut.set(false);
      if (outcome.state !== 'signed-out') return outcome;
      $signedOut.set(true);
      if (holders.size === 0) keepAndLeave();
      return outcome;
    },
    beforeLeaving: (work) => void lastWorks.push(work),
    hold: (holder) => void holders.add(holder),
    release(holder) {
      const wasHeld = holders.delete(holder);
      if (wasHeld && holders.size === 0 && $signedOut.get()) keepAndLeave();
    },
    async logOut() {
      const outcome = await outcomeOf(api.logout);
      if (outcome.state !== 'failed') replaceWith('/login');
      return outcome;
    },
  };
}

async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { state: 'done', value: await call() };
  } catch (error) {
    if (!isApiError(error)) return { state: 'failed', serverMessage: undefined };
    return error.status === 401 ? { state: 'signed-out' } : { state: 'failed', serverMessage: error.message };
  }
}

/** The session of this page. */
export const session = createAdminSession(browserEnvironment);
