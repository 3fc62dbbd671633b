import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { defaultCategory, NewGalleryItem } from '#contracts/gallery';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { galleryApi } from './gallery-api.ts';
import { createBulkChanges, createRemoval } from './bulk.ts';
import { createItemEdit, KeptItems } from './item-edit.ts';
import { createItems, createView } from './items.ts';
import { createNewItems } from './new-items.ts';
import { createOrder } from './order.ts';

export interface OpenUploader {
  /** `replace`: another file for the edited item. */
  readonly purpose: 'create' | 'replace';
  readonly opener: HTMLElement | null;
  /** An existing picture to crop or turn: its editor opens at once. */
  readonly picture?: { readonly url: string; readonly title: string } | undefined;
}

/** Kept over a sign-in: the edit dialog's fields, and the items not yet made. */
const Draft = z.object({ edits: KeptItems, unsaved: z.array(NewGalleryItem) });

/** The state and the actions of /admin/gallery. */
export function createGalleryAdmin({ client, now }: Pick<Environment, 'client' | 'now'>, session: AdminSession) {
  const kept = session.draft('gallery', Draft);
  const context = { api: galleryApi(client), session };
  const items = createItems(context);
  const editing = createItemEdit(items, context);
  const newItems = createNewItems(items, context, now);
  const $defaultCategory = atom<string>(defaultCategory);
  const $uploader = atom<OpenUploader | null>(null);

  session.beforeLeaving(() => {
    const [edits, unsaved] = [editing.kept(), [...newItems.$unsaved.get()]];
    if (Object.keys(edits).length > 0 || unsaved.length > 0) kept.keep({ edits, unsaved });
  });

  /** Loads the list with a loading state, and restores a draft from before a sign-in. */
  async function load(): Promise<void> {
    await items.load();
    const draft = items.$items.get().state === 'ready' ? kept.take() : null;
    for (const [id, edit] of Object.entries(draft?.edits ?? {})) editing.resume(id, edit);
    if (draft) newItems.resume(draft.unsaved);
  }

  const view = createView(items);

  return {
    ...view,
    ...createBulkChanges(items, context, view.chooseOnly),
    ...createOrder(items, context),
    $items: items.$items,
    $defaultCategory,
    $uploader,
    editing,
    removal: createRemoval(items, context, view.chooseOnly),
    newItems,
    load,
    setDefaultCategory: (category: string) => $defaultCategory.set(category),
    /** Focus returns to `opener` when it closes. */
    openUploader: (purpose: OpenUploader['purpose'], opener: HTMLElement, picture?: OpenUploader['picture']) =>
      $uploader.set({ purpose, opener, picture }),
    /** Closes it. Uploads go on, and show again when it reopens. */
    closeUploader: () => $uploader.set(null),
    /** Checks the session, then loads. */
    async start(): Promise<void> {
      if (await session.guard()) await load();
    },
  };
}

export const admin: ReadOnly<ReturnType<typeof createGalleryAdmin>> = createGalleryAdmin(browserEnvironment, session);
