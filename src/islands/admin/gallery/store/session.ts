import { atom, type ReadableAtom } from 'nanostores';
import type { AuthApi } from '#islands/ui/api/auth.ts';
import { attempt, type Outcome } from './attempt.ts';

interface Surroundings {
  readonly api: Pick<AuthApi, 'check' | 'logout'>;
  /** Leaves for the sign-in page, which leads back here. */
  leave(): void;
  /** Leaves for the sign-in page for good. */
  leaveForGood(): void;
}

/** The owner's session as the admin's pages need it (specification, section 4). */
export interface AdminSession {
  /** A call was refused because the session has ended, and the page has stayed for the sake of what it holds. */
  readonly $signedOut: ReadableAtom<boolean>;
  /** Asks once, without a retry. Resolves to whether the owner may stay; if not, the page is left. */
  guard(): Promise<boolean>;
  /** A call of the owner. When the session has ended meanwhile, the page is left, or stays while it is held. */
  call<T>(work: () => Promise<T>): Promise<Outcome<T>>;
  /** `work` is done before the page is left: the last moment to keep what was typed. */
  beforeLeaving(work: () => void): void;
  /** While anybody holds it, the page is not left: files on their way live in its memory alone. */
  hold(holder: string): void;
  release(holder: string): void;
  logOut(): Promise<Outcome<void>>;
}

export function createAdminSession({ api, leave, leaveForGood }: Surroundings): AdminSession {
  const $signedOut = atom(false);
  const lastWorks: (() => void)[] = [];
  const holders = new Set<string>();

  function depart(): void {
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
      const outcome = await attempt(work);
      if (outcome.state === 'done') $signedOut.set(false);
      if (outcome.state !== 'signed-out') return outcome;
      $signedOut.set(true);
      if (holders.size === 0) depart();
      return outcome;
    },
    beforeLeaving: (work) => void lastWorks.push(work),
    hold: (holder) => void holders.add(holder),
    release(holder) {
      const wasHeld = holders.delete(holder);
      if (wasHeld && holders.size === 0 && $signedOut.get()) depart();
    },
    async logOut() {
      const outcome = await attempt(api.logout);
      if (outcome.state !== 'failed') leaveForGood();
      return outcome;
    },
  };
}
