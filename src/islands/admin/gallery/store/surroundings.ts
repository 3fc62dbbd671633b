import type { GalleryApi } from '#islands/ui/api/gallery.ts';
import type { AdminSession } from './session.ts';

/** Everything outside the gallery's manager that it acts on. What a server said is `undefined` when nobody answered. */
export interface Surroundings {
  readonly api: GalleryApi;
  readonly session: AdminSession;
  readonly now: () => Date;
  /** How the owner is told what the page itself does not show (specification, section 8). */
  readonly tell: {
    /** A new try begins: what was said of the last one is no longer true. */
    trying(): void;
    titleMissing(): void;
    updated(count: number): void;
    updateFailed(said: string | undefined): void;
    deleted(count: number): void;
    deleteFailed(said: string | undefined): void;
    uploaded(count: number): void;
    /** In a batch that made nothing at all. */
    createFailed(said: string | undefined): void;
    mediaReplaced(): void;
  };
}
