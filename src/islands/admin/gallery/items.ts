import { atom, computed, type ReadableAtom } from 'nanostores';
import {
  categoryLabels,
  galleryCategories,
  type GalleryCategory,
  type GalleryItem,
  type GalleryList,
} from '#contracts/gallery';
import type { AdminSession } from '../sign-in/session.ts';
import type { GalleryApi } from './calls.ts';

/** How the owner is told what the page itself does not show. `serverMessage` is `undefined` when nobody answered. */
export interface GalleryNotices {
  /** A new try begins: the message about the last one is no longer true. */
  trying(): void;
  titleMissing(): void;
  /** `unready`: titles of those that went public and still have to be looked at (`unreadyTexts`). */
  updated(count: number, unready?: readonly string[]): void;
  updateFailed(serverMessage: string | undefined): void;
  deleted(count: number): void;
  deleteFailed(serverMessage: string | undefined): void;
  uploaded(count: number): void;
  /** In a batch that made nothing at all. */
  createFailed(serverMessage: string | undefined): void;
  mediaReplaced(): void;
}

/** What the stores of the gallery's manager act on. */
export interface GalleryContext {
  readonly api: GalleryApi;
  readonly session: AdminSession;
  readonly notify: GalleryNotices;
}

/** What is known of all items, published or not. */
type AllItems =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly items: GalleryList };

export interface Items {
  readonly $items: ReadableAtom<AllItems>;
  /** The items, none while they are not known. */
  all(): readonly GalleryItem[];
  /** Reads the list in sight of the owner: first, or again after a failure. */
  load(): Promise<void>;
  /** Reads it again, which every change ends with. What is shown stays if that fails. */
  refresh(): Promise<void>;
  /** Shows a change at once: the server's list follows with the next `refresh`. */
  set(items: readonly GalleryItem[]): void;
}

export function createItems({ api, session }: Pick<GalleryContext, 'api' | 'session'>): Items {
  const $items = atom<AllItems>({ state: 'loading' });
  /** Counts the readings and the changes, so that an answer older than what is shown changes nothing. */
  let version = 0;

  const all = () => {
    const known = $items.get();
    return known.state === 'ready' ? known.items : [];
  };
  const set = (items: readonly GalleryItem[]) => {
    version += 1;
    $items.set({ state: 'ready', items: [...items] });
  };

  async function refresh(): Promise<void> {
    version += 1;
    const mine = version;
    const list = await session.call(api.all);
    if (version !== mine) return;
    if (list.state === 'done') $items.set({ state: 'ready', items: list.value });
    else if (list.state === 'failed' && $items.get().state === 'loading') $items.set({ state: 'failed' });
  }

  return {
    $items,
    all,
    set,
    refresh,
    load() {
      $items.set({ state: 'loading' });
      return refresh();
    },
  };
}

/** The categories, as a select shows them. */
export const categoryOptions = galleryCategories.map((value) => ({ value, label: categoryLabels[value] }));

/** Which items the owner wants to see. */
interface View {
  readonly state: 'all' | 'published' | 'unpublished';
  readonly category: 'all' | GalleryCategory;
}

export interface ItemsView {
  readonly $view: ReadableAtom<View>;
  readonly $shown: ReadableAtom<readonly GalleryItem[]>;
  /** The ids chosen for a common change: of items that are shown, always. */
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
