import { atom, computed } from 'nanostores';
import * as z from 'zod/mini';
import { FocusPoint, GalleryChange, GalleryItem } from '#contracts/gallery';
import { ruleIn } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import type { Opened } from '#islands/ui/dialog.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { changedIn, createEdit, type Edit, keptEdits } from '../edit.ts';
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

/** The item as typed. `focus`: the point that frames keep in sight; null for the middle. `file`: also a new one. */
const ItemFields = z.extend(ItemTexts, { focus: z.nullable(FocusPoint), file: ItemFile });
type ItemFields = z.infer<typeof ItemFields>;
export const KeptItems = keptEdits(ItemFields);

/** The item in the dialog. */
export interface OpenItem extends Edit<ItemFields>, Opened {
  readonly id: string;
}

function fieldsOf(item: GalleryItem): ItemFields {
  const texts = Object.fromEntries(textNames.map((name) => [name, item[name] ?? '']));
  return { ...(texts as Record<ItemText, string>), focus: item.focus ?? null, file: ItemFile.parse(item) };
}

/** A file of which only the address is known. */
export const fileAt = (mediaUrl: string): ItemFields['file'] => ({
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
  const edits = createEdit<ItemFields, GalleryItem>({
    send: (id, edit) => session.call(() => api.change(id, GalleryChange.parse(changeOf(edit)))),
    take: withPresent,
  });
  const $opened = atom<{ readonly id: string; readonly opener: HTMLElement | null } | null>(null);
  const $edit = computed([$opened, edits.$edits], (opened, all): OpenItem | null => {
    const edit = opened && all[opened.id];
    return edit ? { ...opened, ...edit } : null;
  });

  function change(fields: (now: ItemFields) => Partial<ItemFields>): void {
    const edit = $edit.get();
    if (edit) edits.change(edit.id, fields(edit.mine));
  }

  async function save(): Promise<void> {
    const edit = $edit.get();
    if (!edit || edit.sending) return;
    clearToast();
    if (!edit.mine.title.trim()) return showError('Please enter a title');
    const [issue] = GalleryChange.safeParse(changeOf(edit)).error?.issues ?? [];
    if (issue) return showUpdateFailed(ruleIn(ownerRules, issue));
    const outcome = await edits.save(edit.id);
    if (outcome?.state === 'failed' && !outcome.conflict) showUpdateFailed(outcome.serverMessage);
    if (outcome?.state !== 'done') return;
    items.set(items.all().map((item) => (item.id === outcome.value.id ? outcome.value : item)));
    showUpdated(1);
    await items.refresh();
  }

  return {
    $edit,
    kept: edits.kept,
    open(id: string, opener: HTMLElement | null): void {
      const item = items.all().find((one) => one.id === id);
      if (!item) return;
      edits.open(id, fieldsOf(item));
      $opened.set({ id, opener });
    },
    /** Opens it with a draft from before the session ended. */
    resume(id: string, { seen, mine }: Pick<Edit<ItemFields>, 'seen' | 'mine'>): void {
      if (!items.all().some((one) => one.id === id)) return;
      edits.open(id, seen, mine);
      $opened.set({ id, opener: null });
    },
    type: (field: ItemText, text: string) => change(() => ({ [field]: text })),
    setFocus: (focus: FocusPoint | null) => change(() => ({ focus })),
    replaceMedia(file: UploadedMedia): void {
      // The old point does not fit the new picture.
      change(() => ({ file, focus: null, mediaType: file.mediaType }));
      if ($edit.get()) showSuccess('New file uploaded successfully.');
    },
    cancel(): void {
      const edit = $edit.get();
      if (edit && !edit.sending) edits.close(edit.id);
    },
    save,
    /** After a conflict: keeps the present value of a field, or the owner's. The last choice saves. */
    async settle(field: string, isMine: boolean): Promise<void> {
      const edit = $edit.get();
      if (!edit) return;
      if (field === 'mediaUrl' && !isMine) change(() => ({ focus: edit.seen.focus, mediaType: edit.seen.mediaType }));
      if (edits.settle(edit.id, field, isMine)) await save();
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
