import { atom, computed, type ReadableAtom } from 'nanostores';
import type { GalleryCategory, GalleryItem } from '#contracts/gallery';
import type { Items } from './items.ts';

/** Which items the owner wants to see. */
export interface View {
  readonly state: 'all' | 'published' | 'unpublished';
  readonly category: 'all' | GalleryCategory;
}

export interface ItemsView {
  readonly $view: ReadableAtom<View>;
  readonly $shown: ReadableAtom<readonly GalleryItem[]>;
  /** The ids chosen for a common change: of items that are shown, always. */
  readonly $chosen: ReadableAtom<ReadonlySet<string>>;
  look(view: Partial<View>): void;
  choose(id: string, isChosen: boolean): void;
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
    look: (view) => $view.set({ ...$view.get(), ...view }),
    choose(id, isChosen) {
      const picked = new Set($chosen.get());
      if (isChosen) picked.add(id);
      else picked.delete(id);
      $picked.set(picked);
    },
    chooseAll: () => $picked.set(new Set($shown.get().map(({ id }) => id))),
    chooseNone: () => $picked.set(new Set()),
  };
}

function isIn({ state, category }: View, item: GalleryItem): boolean {
  const fits = category === 'all' || item.category === category;
  return fits && (state === 'all' || item.isPublished === (state === 'published'));
}
