import { atom, type ReadableAtom } from 'nanostores';
import type * as z from 'zod/mini';
import { AuthStatus } from '#contracts/auth';
import { isApiError } from '#browser/api-client';
import { browserEnvironment, type Environment } from '#browser/environment';

const BACK = 'back';
/** ms; how long a check of the session, and the end of one, may take. */
const ANSWER_TIMEOUT = 20_000;

/** The sign-in page, which leads back to `path` when the owner is in. */
export const signInPath = (path: string) => `/login?${new URLSearchParams({ [BACK]: path })}`;

/** Where the sign-in leads: to the admin page it was called from, else to the gallery's manager; never off this site. */
export function pathAfterSignIn(search: string): string {
  const back = new URLSearchParams(search).get(BACK) ?? '';
  return /^\/admin(\/[\w/-]*)?(#[\w/-]+)?$/.test(back) ? back : '/admin/gallery';
}

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
  logOut(): Promise<Outcome<unknown>>;
}

export function createAdminSession({
  client,
  address,
  replaceWith,
}: Pick<Environment, 'client' | 'address' | 'replaceWith'>): AdminSession {
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
      const check = client.read(['/api', 'auth', 'check'], AuthStatus, { timeout: ANSWER_TIMEOUT });
      const isOwner = await check.then(
        ({ authenticated }) => authenticated,
        () => false,
      );
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
      const outcome = await outcomeOf(() => client.call('POST', '/api/auth/logout', { timeout: ANSWER_TIMEOUT }));
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

/** What was typed on a page, kept in this tab under a key of its own while the owner is away from it. */
export function keptDraft<Schema extends z.ZodMiniType>(key: string, schema: Schema) {
  return {
    /** Storage may be blocked; then leaving the page loses what was typed. */
    keepDraft(draft: z.input<Schema>, storage: () => Storage): void {
      try {
        storage().setItem(key, JSON.stringify(draft));
      } catch {
        // Nothing else can keep it.
      }
    },
    /** The draft that was kept, once; null when there is none that can be read. */
    takeDraft(storage: () => Storage): z.output<Schema> | null {
      try {
        const text = storage().getItem(key);
        storage().removeItem(key);
        return text ? schema.parse(JSON.parse(text)) : null;
      } catch {
        return null;
      }
    },
  };
}
