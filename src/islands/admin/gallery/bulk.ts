import { atom } from 'nanostores';
import type { GalleryItem } from '#contracts/gallery';
import { say } from '#browser/say';
import type { Opened } from '#islands/ui/dialog.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { forEach } from '../for-each.ts';
import { type GalleryContext, type Items, showUpdated, showUpdateFailed } from './items.ts';
import { unreadyTexts } from './new-items.ts';

/** Chooses what a common change left as it was, for another try by the same button. */
type ChooseOnly = (ids: Iterable<string>) => void;

/** Shows each change at once, and takes back those that failed: the list may not load afterwards. */
export function createBulkChanges(
  { all, set, refresh }: Items,
  { api, session }: GalleryContext,
  chooseOnly: ChooseOnly,
) {
  async function change(ids: Iterable<string>, fields: { isPublished?: boolean; category?: string }) {
    const chosen = new Set(ids);
    const before = new Map(all().map((item) => [item.id, item]));
    const changing = all().filter((item) => chosen.has(item.id) && !holds(item, fields));
    if (changing.length === 0) return;
    clearToast();
    set(all().map((item) => (chosen.has(item.id) ? { ...item, ...fields } : item)));
    const { done, failed, serverMessage, signedOut } = await forEach(changing, ({ id, category }) =>
      session.call(() => api.change(id, fields.category ? { ...fields, seen: { category } } : fields)),
    );
    const undone = new Set(failed.map(({ id }) => id));
    if (undone.size > 0) set(all().map((item) => (undone.has(item.id) ? (before.get(item.id) ?? item) : item)));
    if (signedOut) return;
    await refresh();
    if (changing.length > 1 && undone.size > 0) chooseOnly(undone);
    if (failed.length > 0) return showUpdateFailed(serverMessage);
    const unready = fields.isPublished ? done.filter((item) => unreadyTexts(item)) : [];
    showUpdated(
      done.length,
      unready.map(({ title }) => title),
    );
  }

  return {
    setPublished: (ids: Iterable<string>, isPublished: boolean) => change(ids, { isPublished }),
    setCategory: (ids: Iterable<string>, category: string) => change(ids, { category }),
  };
}

const holds = (item: GalleryItem, { isPublished = item.isPublished, category = item.category }: Partial<GalleryItem>) =>
  item.isPublished === isPublished && item.category === category;

export interface RemovalQuestion extends Opened {
  readonly items: readonly GalleryItem[];
  readonly pending: boolean;
}

export function createRemoval(items: Items, { api, session }: GalleryContext, chooseOnly: ChooseOnly) {
  const $question = atom<RemovalQuestion | null>(null);

  return {
    $question,
    ask(ids: Iterable<string>, opener: HTMLElement | null): void {
      const chosen = new Set(ids);
      const asked = items.all().filter(({ id }) => chosen.has(id));
      if (asked.length > 0) $question.set({ items: asked, pending: false, opener });
    },
    cancel(): void {
      if (!$question.get()?.pending) $question.set(null);
    },
    async confirm(): Promise<void> {
      const question = $question.get();
      if (!question || question.pending) return;
      clearToast();
      $question.set({ ...question, pending: true });
      const tally = await forEach(question.items, ({ id }) => session.call(() => api.remove(id)));
      const gone = new Set(tally.done.map(({ id }) => id));
      items.set(items.all().filter(({ id }) => !gone.has(id)));
      $question.set(null);
      if (tally.signedOut) return;
      await items.refresh();
      const left = tally.failed.map(({ id }) => id);
      if (question.items.length > 1 && left.length > 0) chooseOnly(left);
      if (tally.failed.length > 0) return showError(tally.serverMessage ?? say('Failed to delete gallery item'));
      showSuccess(
        gone.size === 1
          ? say('Gallery item deleted successfully')
          : say('{count} gallery items deleted successfully', { count: gone.size }),
      );
    },
  };
}
