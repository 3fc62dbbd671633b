import { atom, computed, type ReadableAtom } from 'nanostores';
import type { filterCategories, GalleryItem, GalleryList } from '#contracts/gallery';
import { createResource, type Known } from '#islands/ui/resource.ts';
import { isSignedIn, readPublished } from './list.ts';

export type GalleryFilter = 'all' | (typeof filterCategories)[number];

/** The public gallery: what the page draws, and what its visitor can do. */
export interface Gallery {
  /** The published ones. */
  readonly $items: ReadableAtom<Known<{ readonly items: GalleryList }>>;
  readonly $filter: ReadableAtom<GalleryFilter>;
  /** The items of the chosen category, in the gallery's order. */
  readonly $shown: ReadableAtom<GalleryList>;
  /** The item in the lightbox. */
  readonly $opened: ReadableAtom<GalleryItem | null>;
  /** Reads the list, first or again. Never rejects. */
  load(): Promise<void>;
  choose(filter: GalleryFilter): void;
  /** Opens an item of any category; an id that nobody knows opens nothing. */
  open(id: string): void;
  /** From the open item to the next one shown, or with -1 to the one before; round the ends. */
  turn(by: 1 | -1): void;
  close(): void;
}

/** `read` reads the list, and rejects when it cannot be had. */
export function createGallery(read: () => Promise<GalleryList>): Gallery {
  const {
    $known: $items,
    shown,
    load,
  } = createResource(() =>
    read().then(
      (items) => ({ state: 'done', value: { items } }) as const,
      () => ({ state: 'failed' }) as const,
    ),
  );
  const $filter = atom<GalleryFilter>('all');
  const $opened = atom<GalleryItem | null>(null);
  const $shown = computed([$items, $filter], (known, filter) => {
    const items = known.state === 'ready' ? known.items : [];
    return filter === 'all' ? items : items.filter(({ category }) => category === filter);
  });

  return {
    $items,
    $filter,
    $shown,
    $opened,
    load,
    choose: (filter) => $filter.set(filter),
    open(id) {
      const item = shown()?.items.find((one) => one.id === id);
      if (item) $opened.set(item);
    },
    turn(by) {
      const shown = $shown.get();
      const index = shown.findIndex(({ id }) => id === $opened.get()?.id);
      const next = shown.at((index + by) % shown.length);
      if (index >= 0 && next) $opened.set(next);
    },
    close: () => $opened.set(null),
  };
}

/** The one gallery of this page. */
export const gallery = createGallery(() => readPublished());

/** Whether the owner is signed in here. Until a check says so, everybody is a visitor. */
export const $isOwner = atom(false);

/** Asks once, without a retry; a check that fails says no. */
export async function recognizeOwner(): Promise<void> {
  $isOwner.set(await isSignedIn().catch(() => false));
}
