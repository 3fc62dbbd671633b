import { atom, type ReadableAtom } from 'nanostores';
import type { GalleryItem } from '#contracts/gallery';
import { forEach } from './each.ts';
import type { Items } from './items.ts';
import type { Surroundings } from './surroundings.ts';

/** What the owner is asked about before it is gone for good. */
export interface RemovalQuestion {
  readonly items: readonly GalleryItem[];
  readonly pending: boolean;
  /** Focus returns to it. */
  readonly opener: HTMLElement | null;
}

export interface Removal {
  readonly $question: ReadableAtom<RemovalQuestion | null>;
  ask(ids: Iterable<string>, opener: HTMLElement | null): void;
  cancel(): void;
  /** Deletes all of them, after one yes. */
  confirm(): Promise<void>;
}

export function createRemoval(
  items: Items,
  { api, session, tell }: Pick<Surroundings, 'api' | 'session' | 'tell'>,
): Removal {
  const $question = atom<RemovalQuestion | null>(null);

  return {
    $question,
    ask(ids, opener) {
      const wanted = new Set(ids);
      const asked = items.all().filter(({ id }) => wanted.has(id));
      if (asked.length > 0) $question.set({ items: asked, pending: false, opener });
    },
    cancel() {
      if (!$question.get()?.pending) $question.set(null);
    },
    async confirm() {
      const question = $question.get();
      if (!question || question.pending) return;
      tell.trying();
      $question.set({ ...question, pending: true });
      const tally = await forEach(question.items, ({ id }) => session.call(() => api.remove(id)));
      const gone = new Set(tally.done.map(({ id }) => id));
      items.set(items.all().filter(({ id }) => !gone.has(id)));
      $question.set(null);
      if (tally.signedOut) return;
      await items.refresh();
      if (tally.failed.length > 0) tell.deleteFailed(tally.said);
      else tell.deleted(gone.size);
    },
  };
}
