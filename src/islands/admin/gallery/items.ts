import { atom, computed, type ReadableAtom } from 'nanostores';
import type { GalleryItem, GalleryList } from '#contracts/gallery';
import { pageLanguage } from '#browser/page-language';
import { say } from '#browser/say';
import { optionsOf } from '#islands/ui/Field.tsx';
import { showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { labelsIn } from '#lib/range';
import { createPageData } from '../renewal.ts';
import type { AdminSession } from '../sign-in/session.ts';
import type { GalleryApi } from './gallery-api.ts';

export interface GalleryContext {
  readonly api: GalleryApi;
  readonly session: AdminSession;
}

/** Says that so many are updated. `unready`: titles of published items with their upload's texts (`unreadyTexts`). */
export function showUpdated(count: number, [first = '', ...others]: readonly string[] = []): void {
  const titles =
    others.length > 0 ? say('“{title}” and {count} more', { title: first, count: others.length }) : `“${first}”`;
  showSuccess(
    count === 1
      ? say('Gallery item updated successfully')
      : say('{count} gallery items updated successfully', { count }),
    first ? say('Visitors still read the words of the upload: {titles}. Edit changes them.', { titles }) : undefined,
  );
}

export const showUpdateFailed = (serverMessage: string | undefined) =>
  showError(serverMessage ?? say('Failed to update gallery item'));

export type Items = ReturnType<typeof createItems>;

export function createItems({ api, session }: Pick<GalleryContext, 'api' | 'session'>) {
  const { $known, shown, load, reload, set } = createPageData<{ readonly items: GalleryList }>(session, async () => ({
    items: await api.all(),
  }));
  return {
    /** Published or not. */
    $items: $known,
    all: (): readonly GalleryItem[] => shown()?.items ?? [],
    /** Shows a change at once; `refresh` brings the server's list. */
    set: (items: readonly GalleryItem[]) => set({ items: [...items] }),
    /** Reads it again after a change. The shown list stays if that fails. */
    refresh: reload,
    load,
  };
}

export const categoryLabels = labelsIn(pageLanguage);
export const categoryOptions = optionsOf(categoryLabels);

interface View {
  readonly state: 'all' | 'published' | 'unpublished';
  /** `all`, or a category. */
  readonly category: string;
}

export function createView({ $items }: Pick<Items, '$items'>) {
  const $view = atom<View>({ state: 'all', category: 'all' });
  const $picked = atom<ReadonlySet<string>>(new Set());
  const $shown = computed([$items, $view], (known, view) =>
    known.state === 'ready' ? known.items.filter((item) => isIn(view, item)) : [],
  );
  /** The chosen ids, always of shown items. */
  const $chosen: ReadableAtom<ReadonlySet<string>> = computed(
    [$shown, $picked],
    (shown, picked) => new Set(shown.flatMap(({ id }) => (picked.has(id) ? [id] : []))),
  );

  return {
    $view,
    $shown,
    $chosen,
    show: (view: Partial<View>) => $view.set({ ...$view.get(), ...view }),
    choose(id: string, isChosen: boolean): void {
      const picked = new Set($chosen.get());
      if (isChosen) picked.add(id);
      else picked.delete(id);
      $picked.set(picked);
    },
    chooseOnly: (ids: Iterable<string>) => $picked.set(new Set(ids)),
    chooseAll: () => $picked.set(new Set($shown.get().map(({ id }) => id))),
    chooseNone: () => $picked.set(new Set()),
  };
}

function isIn({ state, category }: View, item: GalleryItem): boolean {
  const fits = category === 'all' || item.category === category;
  return fits && (state === 'all' || item.isPublished === (state === 'published'));
}
