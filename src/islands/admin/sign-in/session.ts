import { atom } from 'nanostores';
import type * as z from 'zod/mini';
import { AuthStatus } from '#contracts/auth';
import { Conflict } from '#contracts/problem';
import { type Client, isApiError } from '#browser/api-client';
import { attempt } from '#browser/attempt';
import { browserEnvironment, type Environment } from '#browser/environment';
import { say, sayLabels } from '#browser/say';
import { capitalized, labelOf } from '#lib/label';
import { showToast, type Toast } from '#islands/ui/Toasts.tsx';
import { rolesFor, showRole } from './roles.ts';

const BACK = 'back';
/** ms, for ending a session. */
const ANSWER_TIMEOUT = 20_000;

/** The sign-in page, which leads back to `path`. */
export const signInPath = (path: string) => `/login?${new URLSearchParams({ [BACK]: path })}`;

/** The path after the sign-in: the calling admin page, else the gallery's manager. Never another site. */
export function pathAfterSignIn(search: string, otherwise = '/admin/gallery'): string {
  const back = new URLSearchParams(search).get(BACK) ?? '';
  return /^\/admin(\/[\w/-]*)?(\?[\w%&+=.*~!'()-]*)?(#[\w/-]+)?$/.test(back) ? back : otherwise;
}

const pageNames = sayLabels({
  today: 'Today',
  week: 'Week',
  leads: 'Leads',
  hours: 'Hours',
  insights: 'Insights',
  alerts: 'Alerts',
  setup: 'Set up',
  content: 'the texts',
});

/** What the owner signs in for, as a sentence. Of the gallery's manager the sign-in page speaks by itself. */
export function goalAfterSignIn(search: string): string {
  const [, page = '', part = ''] = /^\/admin\/?(\w*)[^#]*(.*)/.exec(pathAfterSignIn(search)) ?? [];
  if (page === 'gallery') return '';
  if (page === 'leads' && part && part !== '#new') return say('You are going to the lead that you opened.');
  const name = labelOf(pageNames, page || 'today');
  return say('You are going to {page}.', { page: name === page ? capitalized(page) : name });
}

/**
 * The result of an owner's call. `serverMessage`: a refusal's text, `undefined` when no answer came. `conflict`: nothing
 * was written, because what the owner saw has changed since.
 */
export type Outcome<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly serverMessage: string | undefined; readonly conflict?: Conflict | undefined }
  | { readonly state: 'signed-out' };

export type AdminSession = ReturnType<typeof createAdminSession>;

/** Where this browser's last sign-out is named, for all tabs. What was begun before it is not kept after it. */
const SIGNED_OUT = 'admin-signed-out';
const DRAFT = 'admin-draft';

/** `forgetKept`: removes what this browser keeps beside drafts; `all`: the owner has signed out. */
export function createAdminSession(
  { client, address, replaceWith, randomKey, localStorage, sessionStorage }: Environment,
  forgetKept: (all?: 'all') => Promise<unknown> = async () => undefined,
  show: (role?: string, name?: string) => void = () => undefined,
) {
  /** The session has ended, but the page stayed because it is held. */
  const $signedOut = atom(false);
  const lastWorks: (() => void)[] = [];
  const holders = new Set<string>();
  /** Another call may be refused before the owner's own way out has ended. */
  let isLoggingOut = false;
  const lastSignOut = () => attempt(() => localStorage().getItem(SIGNED_OUT)) ?? '';
  /** The last sign-out before this page's session. */
  let former = lastSignOut();
  const isOver = () => lastSignOut() !== former;

  const draftsNow = () => `${DRAFT} ${lastSignOut()} `;
  /** A draft goes if the owner has signed out since. If the session has merely run out, it is for the next one. */
  async function forget(all?: 'all'): Promise<void> {
    removeFrom(sessionStorage, (key) => key.startsWith(DRAFT) && !key.startsWith(draftsNow()));
    await forgetKept(all);
  }

  function leave(): void {
    if (isLoggingOut) return;
    const { pathname, search, hash } = address();
    replaceWith(signInPath(pathname + search + hash));
  }

  function keepAndLeave(): void {
    for (const work of lastWorks) work();
    leave();
  }

  return {
    $signedOut,
    /** The owner has signed out since, here or in another tab: nothing of this page may be kept any more. */
    isOver,
    /** Removes what this browser keeps for the owner alone, once the session has ended. */
    forget: () => forget(),
    /**
     * Asks once who is signed in. If nobody is, or without an answer, leaves for the sign-in. False also where the page is
     * not for the role, which it then says (layouts/AdminPage.astro).
     */
    async guard(): Promise<boolean> {
      const status = await whoIsSignedIn(client);
      if (status?.authenticated === false) await forget();
      if (!status?.authenticated) leave();
      else show(status.role, status.name);
      return status?.authenticated === true && mayOpen(status.role, address().pathname);
    },
    /**
     * A call of the owner's. If the session has ended, leaves for the sign-in unless held. An answer that comes after a
     * sign-out counts as none. Never rejects.
     */
    async call<T>(work: () => Promise<T>): Promise<Outcome<T>> {
      const before = lastSignOut();
      const outcome = await outcomeOf(work);
      if (lastSignOut() !== before) return { state: 'signed-out' };
      if (outcome.state === 'done') {
        former = before;
        $signedOut.set(false);
      }
      if (outcome.state !== 'signed-out') return outcome;
      await forget();
      $signedOut.set(true);
      if (holders.size === 0) keepAndLeave();
      return outcome;
    },
    /** Does `work` before leaving: the last moment to keep a draft. */
    beforeLeaving: (work: () => void) => void lastWorks.push(work),
    /** Keeps the page while anybody holds it: files on their way exist only in its memory. */
    hold: (holder: string) => void holders.add(holder),
    release(holder: string): void {
      const wasHeld = holders.delete(holder);
      if (wasHeld && holders.size === 0 && $signedOut.get()) keepAndLeave();
    },
    /**
     * Ends the session and leaves. If the server could not note the end but this browser is signed out, `tell` keeps its
     * sentence for the sign-in page. Otherwise the page stays and the owner is still signed in.
     */
    async logOut(tell: (sentence: string) => void): Promise<Outcome<unknown>> {
      isLoggingOut = true;
      const outcome = await outcomeOf(() => client.call('POST', '/api/auth/logout', { timeout: ANSWER_TIMEOUT }));
      if (outcome.state === 'failed') {
        if (!outcome.serverMessage || (await isSignedIn(client)) !== false) {
          isLoggingOut = false;
          return outcome;
        }
        tell(outcome.serverMessage);
      }
      attempt(() => localStorage().setItem(SIGNED_OUT, randomKey()));
      await forget('all');
      replaceWith('/login');
      return outcome;
    },
    /** Leaves, unless held, if the owner has signed out in another tab. */
    async follow(): Promise<void> {
      if (isLoggingOut || !isOver()) return;
      await forget('all');
      if (holders.size > 0) $signedOut.set(true);
      else replaceWith('/login');
    },
    /** A page's draft in this tab, while the owner is away from it. If storage is blocked, there is none. */
    draft<Schema extends z.ZodMiniType>(page: string, schema: Schema) {
      return {
        keep(draft: z.input<Schema>): void {
          if (!isOver()) attempt(() => sessionStorage().setItem(draftsNow() + page, JSON.stringify(draft)));
        },
        /** Takes the draft, once; null if there is none or it is unreadable. */
        take(): z.output<Schema> | null {
          const key = draftsNow() + page;
          const text = attempt(() => sessionStorage().getItem(key));
          attempt(() => sessionStorage().removeItem(key));
          return attempt(() => schema.parse(JSON.parse(text ?? ''))) ?? null;
        },
      };
    },
  };
}

/** Removes entries by their keys. A blocked storage has none. */
function removeFrom(storage: () => Storage, isGone: (key: string) => boolean): void {
  const keys = attempt(() => Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '')) ?? [];
  for (const key of keys.filter(isGone)) storage().removeItem(key);
}

/** Asks the server whom this browser's cookie signs in; `null` without an answer. Never rejects. */
const whoIsSignedIn = (client: Client): Promise<AuthStatus | null> =>
  client.send('GET', '/api/auth/check', AuthStatus).catch(() => null);

/** The same as yes or no. */
export const isSignedIn = async (client: Client): Promise<boolean | null> =>
  (await whoIsSignedIn(client))?.authenticated ?? null;

const mayOpen = (role: string | undefined, path: string) =>
  role === undefined || rolesFor(path).some((one) => one === role);

async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { state: 'done', value: await call() };
  } catch (error) {
    if (!isApiError(error)) return { state: 'failed', serverMessage: undefined };
    if (error.status === 401) return { state: 'signed-out' };
    return { state: 'failed', serverMessage: error.message, conflict: Conflict.safeParse(error.conflict).data };
  }
}

/** The cache of the last states of Today and of the week (islands/admin/kept-pages.ts). */
export const KEPT_PAGES = 'admin-pages';

export const session = createAdminSession(
  browserEnvironment,
  async (all) => {
    await attempt(() => caches.delete(KEPT_PAGES))?.catch(() => undefined);
    if (all) await forgetEditor().catch(() => undefined);
  },
  showRole,
);

/** The editor of texts keeps its sign-in at the repository, and its drafts. Nothing else of this site has a database. */
async function forgetEditor(): Promise<void> {
  removeFrom(browserEnvironment.localStorage, (key) => key.startsWith('sveltia-cms'));
  for (const { name = '' } of await indexedDB.databases()) {
    const deletion = indexedDB.deleteDatabase(name);
    await new Promise((done) => Object.assign(deletion, { onsuccess: done, onerror: done, onblocked: done }));
  }
}

/** Another tab may sign out; a page that the browser has kept for Back hears of it when it is shown again. */
export function followSignOut(): void {
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, () => void session.follow());
}

const FLASH_KEY = 'flash-message';
type FlashMessage = Omit<Toast, 'id'>;

/** Keeps a toast for the next page. If storage is blocked, only this page shows its toast. */
export function keepFlashMessage(message: FlashMessage): void {
  attempt(() => sessionStorage.setItem(FLASH_KEY, JSON.stringify(message)));
}

export function showFlashMessage(): void {
  const kept = attempt(() => sessionStorage.getItem(FLASH_KEY));
  attempt(() => sessionStorage.removeItem(FLASH_KEY));
  const message = attempt((): FlashMessage => JSON.parse(kept ?? ''));
  if (message) showToast(message);
}

/** When the page goes: keeps its draft, and has the browser ask first if unsaved typing would be lost. */
export function keepOnLeaving(
  { keep, hasUnsaved }: { keep: () => void; hasUnsaved: () => boolean },
  signal: AbortSignal,
): void {
  const wouldLose = () => hasUnsaved() && !session.$signedOut.get();
  window.addEventListener('pagehide', keep, { signal });
  window.addEventListener('beforeunload', (event) => wouldLose() && event.preventDefault(), { signal });
}
