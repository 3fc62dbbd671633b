import { atom, computed } from 'nanostores';
import * as z from 'zod/mini';
import { FocusPoint, GalleryChange, GalleryItem } from '#contracts/gallery';
import { say } from '#browser/say';
import { sayRule } from '#browser/say-rule';
import type { Opened } from '#islands/ui/dialog.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { changedIn, createEdit, type Edit, keptEdit } from '../edit.ts';
import { type GalleryContext, type Items, showUpdated, showUpdateFailed } from './items.ts';
import type { UploadedMedia } from './new-items.ts';

const ItemTexts = z.object({
  title: z.string(),
  description: z.string(),
  alt: z.string(),
  titleEs: z.string(),
  descriptionEs: z.string(),
  altEs: z.string(),
  category: z.string(),
  mediaType: z.string(),
});
export type ItemText = keyof z.infer<typeof ItemTexts>;
const textNames = Object.keys(ItemTexts.shape) as ItemText[];

/** A file with its look. */
const ItemFile = z.pick(GalleryItem, {
  mediaUrl: true,
  mediaType: true,
  posterUrl: true,
  width: true,
  height: true,
  placeholder: true,
  hasLimitedPlayback: true,
});
export type ItemFile = z.infer<typeof ItemFile>;

/** The item as typed. `focus`: the point that frames keep in sight; null for the middle. `file`: also a new one. */
const ItemFields = z.extend(ItemTexts, { focus: z.nullable(FocusPoint), file: ItemFile });
type ItemFields = z.infer<typeof ItemFields>;
/** By the item's id. */
export const KeptItems = z.record(z.string(), keptEdit(ItemFields));

/** The item in the dialog. */
export interface OpenItem extends Edit<ItemFields>, Opened {
  readonly id: string;
}

function fieldsOf(item: GalleryItem): ItemFields {
  const texts = Object.fromEntries(textNames.map((name) => [name, item[name] ?? '']));
  return { ...(texts as Record<ItemText, string>), focus: item.focus ?? null, file: ItemFile.parse(item) };
}

/** A file of which only the address is known. */
export const fileAt = (mediaUrl: string): ItemFile => ({
  mediaUrl,
  mediaType: /\.(mp4|webm|mov|avi|m4v)$/.test(mediaUrl) ? 'video' : 'image',
});

/** The fields with the value that another device has saved. */
function withPresent(fields: ItemFields, field: string, present: unknown): ItemFields {
  if (field === 'focus') return { ...fields, focus: FocusPoint.safeParse(present).data ?? null };
  if (field === 'mediaUrl') return { ...fields, file: fileAt(String(present)) };
  return { ...fields, [field]: String(present ?? '') };
}

export function createItemEdit(items: Items, { api, session }: GalleryContext) {
  const $opened = atom<Pick<OpenItem, 'id' | 'opener'>>({ id: '', opener: null });
  const item = createEdit<ItemFields, GalleryItem>({
    send: (edit) => session.call(() => api.change($opened.get().id, GalleryChange.parse(changeOf(edit)))),
    take: withPresent,
  });
  const { change } = item;
  const $edit = computed([$opened, item.$edit], (opened, edit): OpenItem | null => edit && { ...opened, ...edit });

  async function save(): Promise<void> {
    const edit = $edit.get();
    if (!edit || edit.sending) return;
    clearToast();
    if (!edit.mine.title.trim()) return showError(say('Please enter a title'));
    const [issue] = GalleryChange.safeParse(changeOf(edit)).error?.issues ?? [];
    if (issue) return showUpdateFailed(sayRule(issue));
    const outcome = await item.save();
    if (outcome?.state === 'failed' && !outcome.conflict) showUpdateFailed(outcome.serverMessage);
    if (outcome?.state !== 'done') return;
    items.set(items.all().map((one) => (one.id === outcome.value.id ? outcome.value : one)));
    showUpdated(1);
    await items.refresh();
  }

  return {
    $edit,
    kept(): z.infer<typeof KeptItems> {
      const kept = item.kept();
      return kept ? { [$opened.get().id]: kept } : {};
    },
    open(id: string, opener: HTMLElement | null): void {
      const known = items.all().find((one) => one.id === id);
      if (!known) return;
      $opened.set({ id, opener });
      item.open(fieldsOf(known));
    },
    /** Opens it with a draft from before the session ended. */
    resume(id: string, { seen, mine }: Pick<Edit<ItemFields>, 'seen' | 'mine'>): void {
      if (!items.all().some((one) => one.id === id)) return;
      $opened.set({ id, opener: null });
      item.open(seen, mine);
    },
    type: (field: ItemText, text: string) => change({ [field]: text }),
    setFocus: (focus: FocusPoint | null) => change({ focus }),
    replaceMedia(file: UploadedMedia): void {
      // The old point does not fit the new picture.
      change({ file, focus: null, mediaType: file.mediaType });
      if ($edit.get()) showSuccess(say('New file uploaded successfully.'));
    },
    cancel(): void {
      if (!$edit.get()?.sending) item.close();
    },
    save,
    /** After a conflict: keeps the present value of a field, or the owner's. The last choice saves. */
    async settle(field: string, isMine: boolean): Promise<void> {
      const edit = $edit.get();
      if (!edit) return;
      if (field === 'mediaUrl' && !isMine) change({ focus: edit.seen.focus, mediaType: edit.seen.mediaType });
      if (item.settle(field, isMine)) await save();
    },
  };
}

/**
 * The owner's changes, a new file, and what stood there before. Other fields stay as they are stored, also under former
 * rules. A new file brings its own look and point, whatever the former one had.
 */
function changeOf({ seen, mine }: Edit<ItemFields>): object {
  const { mediaType: _, ...file } = mine.file;
  const isReplaced = file.mediaUrl !== seen.file.mediaUrl;
  const before = isReplaced ? { ...seen, focus: null } : seen;
  const names = changedIn({ seen: before, mine }).filter((name) => name !== 'file');
  const asked = isReplaced ? names.filter((name) => name !== 'focus') : names;
  return {
    ...Object.fromEntries(names.map((name) => [name, mine[name]])),
    ...(isReplaced && file),
    seen: {
      ...Object.fromEntries(asked.map((name) => [name, seen[name] || null])),
      ...(isReplaced && { mediaUrl: seen.file.mediaUrl }),
    },
  };
}
