import { atom, type ReadableAtom } from 'nanostores';
import type { GalleryApi } from '#islands/ui/api/gallery.ts';
import type { GalleryItem, GalleryList } from '#contracts/gallery';
import type { AdminSession } from './session.ts';

/** What is known of all items, published or not. */
export type AllItems =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly items: GalleryList };

export interface Items {
  readonly $items: ReadableAtom<AllItems>;
  /** The items, none while they are not known. */
  all(): readonly GalleryItem[];
  /** Reads the list in sight of the owner: first, or again after a failure. */
  load(): Promise<void>;
  /** Reads it again after a change (specification, section 7). What is shown stays if that fails. */
  refresh(): Promise<void>;
  /** Shows a change at once: the server's list follows with the next `refresh`. */
  set(items: readonly GalleryItem[]): void;
}

export function createItems(api: Pick<GalleryApi, 'all'>, session: Pick<AdminSession, 'call'>): Items {
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
