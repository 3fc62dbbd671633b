import { atom, type ReadableAtom } from 'nanostores';
import type { GalleryItem } from '#contracts/gallery';
import type { Outcome } from '../sign-in/session.ts';
import type { GalleryContext, Items } from './items.ts';

/** Calls under way at once: quick for a handful, gentle with hundreds. */
const MAX_CALLS_AT_ONCE = 4;

export interface Tally<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly Item[];
  /** The first message of the server, if there was one. */
  readonly serverMessage: string | undefined;
  readonly signedOut: boolean;
}

/** Does the work for each item, a few at once, and counts; one failure does not stop the others, an ended session does. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome<unknown>>,
): Promise<Tally<Item>> {
  const waiting = [...items];
  const done: Item[] = [];
  const failed: Item[] = [];
  let serverMessage: string | undefined;
  let signedOut = false;

  async function workThrough(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const outcome: Outcome<unknown> = signedOut ? { state: 'signed-out' } : await work(item);
      (outcome.state === 'done' ? done : failed).push(item);
      if (outcome.state === 'failed') serverMessage ??= outcome.serverMessage;
      signedOut ||= outcome.state === 'signed-out';
    }
  }

  await Promise.all(Array.from({ length: MAX_CALLS_AT_ONCE }, workThrough));
  return { done, failed, serverMessage, signedOut };
}

/**
 * Publishes items, or takes them off the site. The page shows it at once, and takes back whatever the server did not do:
 * the list that is read after it may not be had either.
 */
export async function setPublished(
  ids: Iterable<string>,
  isPublished: boolean,
  { all, set, refresh }: Items,
  { api, session, notify }: GalleryContext,
): Promise<void> {
  const chosen = new Set(ids);
  const changing = all().filter((item) => chosen.has(item.id) && item.isPublished !== isPublished);
  if (changing.length === 0) return;
  notify.trying();
  set(all().map((item) => (chosen.has(item.id) ? { ...item, isPublished } : item)));
  const { done, failed, serverMessage, signedOut } = await forEach(changing, ({ id }) =>
    session.call(() => api.change(id, { isPublished })),
  );
  const undone = new Set(failed.map(({ id }) => id));
  if (undone.size > 0) set(all().map((item) => (undone.has(item.id) ? { ...item, isPublished: !isPublished } : item)));
  if (signedOut) return;
  await refresh();
  if (failed.length > 0) notify.updateFailed(serverMessage);
  else notify.updated(done.length);
}

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

export function createRemoval(items: Items, { api, session, notify }: GalleryContext): Removal {
  const $question = atom<RemovalQuestion | null>(null);

  return {
    $question,
    ask(ids, opener) {
      const chosen = new Set(ids);
      const asked = items.all().filter(({ id }) => chosen.has(id));
      if (asked.length > 0) $question.set({ items: asked, pending: false, opener });
    },
    cancel() {
      if (!$question.get()?.pending) $question.set(null);
    },
    async confirm() {
      const question = $question.get();
      if (!question || question.pending) return;
      notify.trying();
      $question.set({ ...question, pending: true });
      const tally = await forEach(question.items, ({ id }) => session.call(() => api.remove(id)));
      const gone = new Set(tally.done.map(({ id }) => id));
      items.set(items.all().filter(({ id }) => !gone.has(id)));
      $question.set(null);
      if (tally.signedOut) return;
      await items.refresh();
      if (tally.failed.length > 0) notify.deleteFailed(tally.serverMessage);
      else notify.deleted(gone.size);
    },
  };
}
