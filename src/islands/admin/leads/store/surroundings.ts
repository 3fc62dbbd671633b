import type { LeadsApi } from '../calls.ts';
import type { LeadStatus } from '#contracts/lead';
import type { AdminSession } from '../../gallery/store/session.ts';

/** Everything outside the leads' desk that it acts on. What a server said is `undefined` when nobody answered. */
export interface Surroundings {
  readonly api: LeadsApi;
  readonly session: AdminSession;
  wait(ms: number): Promise<void>;
  /** May throw: a browser can block storage altogether. */
  storage(): Storage;
  /** How the owner is told what the page itself does not show. */
  readonly tell: {
    /** A new try begins: what was said of the last one is no longer true. */
    trying(): void;
    statusChanged(status: LeadStatus): void;
    notesSaved(): void;
    changeFailed(said: string | undefined): void;
    moreFailed(said: string | undefined): void;
  };
}
