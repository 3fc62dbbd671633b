import { atom, computed } from 'nanostores';
import type { filterCategories, GalleryItem, GalleryList } from '#contracts/gallery';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { isSignedIn, readPublished } from './published.ts';

export type GalleryFilter = 'all' | (typeof filterCategories)[number];

export type Gallery = ReadOnly<ReturnType<typeof createGallery>>;

export function createGallery(read: () => Promise<GalleryList>) {
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
  /** The chosen category's items, in the gallery's order. */
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
    choose: (filter: GalleryFilter) => $filter.set(filter),
    /** Opens an item of any category; ignores an unknown id. */
    open(id: string): void {
      const item = shown()?.items.find((one) => one.id === id);
      if (item) $opened.set(item);
    },
    /** Opens the next shown item, or the previous one with -1. Wraps around. */
    turn(by: 1 | -1): void {
      const shown = $shown.get();
      const index = shown.findIndex(({ id }) => id === $opened.get()?.id);
      const next = shown.at((index + by) % shown.length);
      if (index >= 0 && next) $opened.set(next);
    },
    close: () => $opened.set(null),
  };
}

export const gallery: Gallery = createGallery(() => readPublished());

/** True once the owner's session is confirmed. */
export const $isOwner = atom(false);

/** Checks once. A failure counts as no. */
export async function recognizeOwner(): Promise<void> {
  $isOwner.set(await isSignedIn().catch(() => false));
}
