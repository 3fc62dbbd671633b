import { atom, type ReadableAtom } from 'nanostores';
import { defaultCategory, type GalleryCategory } from '#contracts/gallery';
import { createArrange, type Arrange } from './store/arrange.ts';
import { type Batch, createBatch } from './store/batch.ts';
import { keepDraft, takeDraft } from './store/draft.ts';
import { createEditing, type Editing } from './store/editing.ts';
import { createItems, type Items } from './store/items.ts';
import { setPublished } from './store/publish.ts';
import { createRemoval, type Removal } from './store/removal.ts';
import type { Surroundings } from './store/surroundings.ts';
import { createView, type ItemsView } from './store/view.ts';

/** The gallery's manager (specification, section 2, /admin/gallery): what its page draws, and what the owner can do. */
export interface GalleryDesk extends ItemsView, Arrange {
  readonly $items: Items['$items'];
  readonly $defaultCategory: ReadableAtom<GalleryCategory>;
  readonly editing: Editing;
  readonly removal: Removal;
  readonly batch: Batch;
  /** Lets the owner in, or nobody; then loads. */
  start(): Promise<void>;
  /** Reads the list in sight of the owner, and takes up what a sign-in interrupted. */
  load(): Promise<void>;
  setDefaultCategory(category: GalleryCategory): void;
  setPublished(ids: Iterable<string>, isPublished: boolean): Promise<void>;
}

export function createDesk(surroundings: Surroundings, storage: () => Storage): GalleryDesk {
  const { session } = surroundings;
  const items = createItems(surroundings.api, session);
  const view = createView(items);
  const editing = createEditing(items, surroundings);
  const batch = createBatch(items, surroundings);
  const $defaultCategory = atom<GalleryCategory>(defaultCategory);

  session.beforeLeaving(() => {
    const edit = editing.$edit.get();
    const unmade = [...batch.$unmade.get()];
    if (!edit && unmade.length === 0) return;
    const { item, fields, media } = edit ?? {};
    keepDraft({ ...(item && fields && { edit: { id: item.id, fields, media: media ?? null } }), unmade }, storage);
  });

  async function load(): Promise<void> {
    await items.load();
    const draft = items.$items.get().state === 'ready' ? takeDraft(storage) : null;
    if (draft?.edit) editing.resume(draft.edit.id, draft.edit);
    if (draft) batch.resume(draft.unmade);
  }

  return {
    ...view,
    ...createArrange(items, surroundings),
    $items: items.$items,
    $defaultCategory,
    editing,
    removal: createRemoval(items, surroundings),
    batch,
    load,
    setDefaultCategory: (category) => $defaultCategory.set(category),
    setPublished: (ids, isPublished) => setPublished(ids, isPublished, items, surroundings),
    async start() {
      if (await session.guard()) await load();
    },
  };
}
