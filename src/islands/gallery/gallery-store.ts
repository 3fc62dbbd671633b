import { atom, computed } from 'nanostores';
import type { GalleryItem, GalleryList } from '#contracts/gallery';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import type { AuthStatus } from '#contracts/auth';

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
  /** `all`, or a category. */
  const $filter = atom('all');
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
    choose: (filter: string) => $filter.set(filter),
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

/** In ms. Then the visitor can try again. */
const TIMEOUT = 20_000;

/** The published items. Rejects on failure or timeout. Skips zod, a fifth of the page's code: the API's tests check. */
export async function readPublished(origin = ''): Promise<GalleryList> {
  const items = await within(TIMEOUT, takeBegun() ?? readJson(`${origin}/api/gallery`));
  if (!Array.isArray(items)) throw new Error('The answer is not the list of the gallery');
  return items as GalleryList;
}

/** The page's early request (src/islands/gallery/first-pictures.ts), usable once. */
function takeBegun(): Promise<unknown> | undefined {
  const list = globalThis.galleryBegun?.list;
  globalThis.galleryBegun = undefined;
  return list;
}

/** True if the owner is signed in. Rejects if unknown. */
export async function isSignedIn(): Promise<boolean> {
  const status = (await readJson('/api/auth/check')) as Partial<AuthStatus> | null;
  if (typeof status?.authenticated !== 'boolean') throw new Error('The answer does not say who is signed in');
  return status.authenticated;
}

async function readJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { credentials: 'include' });
  if (!answer.ok) throw new Error(`${address} was refused with ${answer.status}`);
  return await answer.json();
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, ms, new Error(`No answer in ${ms} ms`)));
  return await Promise.race([work, late]);
}
