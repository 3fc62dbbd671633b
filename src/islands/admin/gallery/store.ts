import { atom, type ReadableAtom } from 'nanostores';
import * as z from 'zod/mini';
import { defaultCategory, type GalleryCategory, NewGalleryItem } from '#contracts/gallery';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#islands/ui/environment.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { galleryApi } from './calls.ts';
import { createRemoval, type Removal, setPublished } from './changes.ts';
import { createEditing, type Editing } from './editing.ts';
import { createItems, createView, type GalleryNotices, type Items, type ItemsView } from './items.ts';
import { createNewItems, type NewItems, UploadedMedia } from './new-items.ts';
import { createOrder, type ManualOrder } from './order.ts';

/** Whether the uploader is open, what for, and what opened it. */
export interface OpenUploader {
  /** New items, or another file for the item that is being edited. */
  readonly purpose: 'create' | 'replace';
  readonly opener: HTMLElement | null;
}

/** The gallery's manager: what /admin/gallery draws, and what the owner can do. */
export interface GalleryAdmin extends ItemsView, ManualOrder {
  readonly $items: Items['$items'];
  readonly $defaultCategory: ReadableAtom<GalleryCategory>;
  readonly $uploader: ReadableAtom<OpenUploader | null>;
  readonly editing: Editing;
  readonly removal: Removal;
  readonly newItems: NewItems;
  /** Lets the owner in, or nobody; then loads. */
  start(): Promise<void>;
  /** Reads the list in sight of the owner, and takes up what a sign-in interrupted. */
  load(): Promise<void>;
  setDefaultCategory(category: GalleryCategory): void;
  setPublished(ids: Iterable<string>, isPublished: boolean): Promise<void>;
  /** Focus returns to `opener` when it closes. */
  openUploader(purpose: OpenUploader['purpose'], opener: HTMLElement): void;
  /** Closes it; what is on its way goes on, and is seen again when it is opened again. */
  closeUploader(): void;
}

/** What would be lost when the page is left for the sign-in: what stands in the edit dialog, and the items not yet made. */
const Draft = z.object({
  edit: z.optional(
    z.object({
      id: z.string(),
      fields: z.object({
        title: z.string(),
        description: z.string(),
        alt: z.string(),
        category: z.string(),
        mediaType: z.string(),
      }),
      media: z.nullable(UploadedMedia),
    }),
  ),
  unsaved: z.array(NewGalleryItem),
});
const { keepDraft, takeDraft } = keptDraft('admin-gallery-draft', Draft);

export function createGalleryAdmin(
  { client, sessionStorage, now }: Pick<Environment, 'client' | 'sessionStorage' | 'now'>,
  session: AdminSession,
  notify: GalleryNotices,
): GalleryAdmin {
  const context = { api: galleryApi(client), session, notify };
  const items = createItems(context);
  const editing = createEditing(items, context);
  const newItems = createNewItems(items, context, now);
  const $defaultCategory = atom<GalleryCategory>(defaultCategory);
  const $uploader = atom<OpenUploader | null>(null);

  session.beforeLeaving(() => {
    const edit = editing.$edit.get();
    const unsaved = [...newItems.$unsaved.get()];
    if (!edit && unsaved.length === 0) return;
    const { item, fields, media } = edit ?? {};
    const kept = item && fields && { edit: { id: item.id, fields, media: media ?? null } };
    keepDraft({ ...kept, unsaved }, sessionStorage);
  });

  async function load(): Promise<void> {
    await items.load();
    const draft = items.$items.get().state === 'ready' ? takeDraft(sessionStorage) : null;
    if (draft?.edit) editing.resume(draft.edit.id, draft.edit);
    if (draft) newItems.resume(draft.unsaved);
  }

  return {
    ...createView(items),
    ...createOrder(items, context),
    $items: items.$items,
    $defaultCategory,
    $uploader,
    editing,
    removal: createRemoval(items, context),
    newItems,
    load,
    setDefaultCategory: (category) => $defaultCategory.set(category),
    setPublished: (ids, isPublished) => setPublished(ids, isPublished, items, context),
    openUploader: (purpose, opener) => $uploader.set({ purpose, opener }),
    closeUploader: () => $uploader.set(null),
    async start() {
      if (await session.guard()) await load();
    },
  };
}

const succeed = (title: string, description?: string) =>
  showToast({ title, ...(description && { description }), tone: 'default' });

export const showError = (description: string) => showToast({ title: 'Error', description, tone: 'destructive' });

/** The gallery's manager of this page, and what its owner is told. */
export const admin = createGalleryAdmin(browserEnvironment, session, {
  trying: clearToast,
  titleMissing: () => showError('Please enter a title'),
  updated: (count) =>
    succeed(count === 1 ? 'Gallery item updated successfully' : `${count} gallery items updated successfully`),
  updateFailed: (serverMessage) => showError(serverMessage ?? 'Failed to update gallery item'),
  deleted: (count) =>
    succeed(count === 1 ? 'Gallery item deleted successfully' : `${count} gallery items deleted successfully`),
  deleteFailed: (serverMessage) => showError(serverMessage ?? 'Failed to delete gallery item'),
  uploaded: (count) =>
    succeed(
      'Upload Complete',
      `${count} file(s) uploaded successfully. Items created as unpublished - review and publish when ready.`,
    ),
  createFailed: (serverMessage) => showError(serverMessage ?? 'Failed to create gallery item'),
  mediaReplaced: () => succeed('New file uploaded successfully.'),
});
