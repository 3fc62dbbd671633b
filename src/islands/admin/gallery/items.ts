import { atom, computed, type ReadableAtom } from 'nanostores';
import {
  categoryLabels,
  galleryCategories,
  type GalleryCategory,
  type GalleryItem,
  type GalleryList,
} from '#contracts/gallery';
import { createResource, type Known } from '#islands/ui/resource.ts';
import type { AdminSession } from '../sign-in/session.ts';
import type { GalleryApi } from './calls.ts';

/** Messages to the owner. `serverMessage` is `undefined` when no answer came. */
export interface GalleryNotices {
  /** A new try begins: remove the last message. */
  trying(): void;
  titleMissing(): void;
  /** `unready`: titles of published items that still need a look (`unreadyTexts`). */
  updated(count: number, unready?: readonly string[]): void;
  updateFailed(serverMessage: string | undefined): void;
  deleted(count: number): void;
  deleteFailed(serverMessage: string | undefined): void;
  uploaded(count: number): void;
  createFailed(serverMessage: string | undefined): void;
  mediaReplaced(): void;
}

export interface GalleryContext {
  readonly api: GalleryApi;
  readonly session: AdminSession;
  readonly notify: GalleryNotices;
}

export interface Items {
  /** Published or not. */
  readonly $items: ReadableAtom<Known<{ readonly items: GalleryList }>>;
  all(): readonly GalleryItem[];
  /** Reads the list with a loading state: first, or after a failure. */
  load(): Promise<void>;
  /** Reads it again after a change. The shown list stays if that fails. */
  refresh(): Promise<unknown>;
  /** Shows a change at once; `refresh` brings the server's list. */
  set(items: readonly GalleryItem[]): void;
}

export function createItems({ api, session }: Pick<GalleryContext, 'api' | 'session'>): Items {
  const { $known, shown, load, reload, set } = createResource<{ readonly items: GalleryList }>(() =>
    session.call(async () => ({ items: await api.all() })),
  );
  return {
    $items: $known,
    all: () => shown()?.items ?? [],
    set: (items) => set({ items: [...items] }),
    refresh: reload,
    load,
  };
}

export const categoryOptions = galleryCategories.map((value) => ({ value, label: categoryLabels[value] }));

interface View {
  readonly state: 'all' | 'published' | 'unpublished';
  readonly category: 'all' | GalleryCategory;
}

export interface ItemsView {
  readonly $view: ReadableAtom<View>;
  readonly $shown: ReadableAtom<readonly GalleryItem[]>;
  /** The chosen ids, always of shown items. */
  readonly $chosen: ReadableAtom<ReadonlySet<string>>;
  show(view: Partial<View>): void;
  choose(id: string, isChosen: boolean): void;
  chooseOnly(ids: Iterable<string>): void;
  chooseAll(): void;
  chooseNone(): void;
}

export function createView({ $items }: Pick<Items, '$items'>): ItemsView {
  const $view = atom<View>({ state: 'all', category: 'all' });
  const $picked = atom<ReadonlySet<string>>(new Set());
  const $shown = computed([$items, $view], (known, view) =>
    known.state === 'ready' ? known.items.filter((item) => isIn(view, item)) : [],
  );
  const $chosen = computed(
    [$shown, $picked],
    (shown, picked) => new Set(shown.flatMap(({ id }) => (picked.has(id) ? [id] : []))),
  );

  return {
    $view,
    $shown,
    $chosen,
    show: (view) => $view.set({ ...$view.get(), ...view }),
    choose(id, isChosen) {
      const picked = new Set($chosen.get());
      if (isChosen) picked.add(id);
      else picked.delete(id);
      $picked.set(picked);
    },
    chooseOnly: (ids) => $picked.set(new Set(ids)),
    chooseAll: () => $picked.set(new Set($shown.get().map(({ id }) => id))),
    chooseNone: () => $picked.set(new Set()),
  };
}

function isIn({ state, category }: View, item: GalleryItem): boolean {
  const fits = category === 'all' || item.category === category;
  return fits && (state === 'all' || item.isPublished === (state === 'published'));
}
