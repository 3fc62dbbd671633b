import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { type FocusPoint, GalleryChange, type GalleryItem } from '#contracts/gallery';
import { ruleIn } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import type { GalleryContext, Items } from './items.ts';
import type { UploadedMedia } from './new-items.ts';

/** The fields of the edit dialog, as typed. */
export const EditFields = z.object({
  title: z.string(),
  description: z.string(),
  alt: z.string(),
  category: z.string(),
  mediaType: z.string(),
});
export type EditFields = z.infer<typeof EditFields>;

export interface Edit {
  readonly item: GalleryItem;
  readonly fields: EditFields;
  /** The uploaded replacement, if any. */
  readonly media: UploadedMedia | null;
  /** The point that frames keep in sight; null for the middle. */
  readonly focus: FocusPoint | null;
  readonly pending: boolean;
  readonly opener: HTMLElement | null;
}

export function createEditing(items: Items, { api, session, notify }: GalleryContext) {
  const $edit = atom<Edit | null>(null);
  const change = (part: Partial<Edit>) => {
    const edit = $edit.get();
    if (edit) $edit.set({ ...edit, ...part });
  };
  const find = (id: string) => items.all().find((item) => item.id === id);

  return {
    $edit,
    open(id: string, opener: HTMLElement | null): void {
      const item = find(id);
      if (!item) return;
      const focus = item.focus ?? null;
      $edit.set({ item, fields: fieldsOf(item), media: null, focus, pending: false, opener });
    },
    /** Opens it with a draft from before the session ended. */
    resume(id: string, kept: Pick<Edit, 'fields' | 'media' | 'focus'>): void {
      const item = find(id);
      if (item) $edit.set({ item, ...kept, pending: false, opener: null });
    },
    type(field: keyof EditFields, text: string): void {
      const edit = $edit.get();
      if (edit) change({ fields: { ...edit.fields, [field]: text } });
    },
    setFocus: (focus: FocusPoint | null) => change({ focus }),
    replaceMedia(media: UploadedMedia): void {
      const edit = $edit.get();
      if (!edit) return;
      // The old point does not fit the new picture.
      change({ media, focus: null, fields: { ...edit.fields, mediaType: media.mediaType } });
      notify.mediaReplaced();
    },
    cancel(): void {
      if (!$edit.get()?.pending) $edit.set(null);
    },
    async save(): Promise<void> {
      const edit = $edit.get();
      if (!edit || edit.pending) return;
      notify.trying();
      if (!edit.fields.title.trim()) return notify.titleMissing();
      const changed = changeOf(edit);
      if (!changed.success) {
        const [issue] = changed.error.issues;
        return notify.updateFailed(issue && ruleIn(ownerRules, issue));
      }
      change({ pending: true });
      const outcome = await session.call(() => api.change(edit.item.id, changed.data));
      change({ pending: false });
      if (outcome.state === 'failed') return notify.updateFailed(outcome.serverMessage);
      if (outcome.state === 'signed-out') return;
      items.set(items.all().map((item) => (item.id === outcome.value.id ? outcome.value : item)));
      $edit.set(null);
      notify.updated(1);
      await items.refresh();
    },
  };
}

const fieldsOf = ({ title, description = '', alt = '', category, mediaType }: GalleryItem): EditFields => ({
  title,
  description,
  alt,
  category,
  mediaType,
});

/**
 * The owner's changes, and a new file. Other fields stay as they are stored, also under former rules. The contract
 * parses the selects' text.
 */
function changeOf({ item, fields, media, focus }: Edit) {
  const before: Record<string, string> = fieldsOf(item);
  const typed = Object.fromEntries(Object.entries(fields).filter(([field, text]) => text !== before[field]));
  const { mediaType: _, ...file } = media ?? {};
  return GalleryChange.safeParse({ ...typed, ...file, focus });
}
