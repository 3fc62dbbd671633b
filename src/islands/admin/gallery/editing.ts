import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { type FocusPoint, GalleryChange, GalleryItem } from '#contracts/gallery';
import { type Conflict, ruleIn } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import type { GalleryContext, Items } from './items.ts';
import type { UploadedMedia } from './new-items.ts';

/** The fields of the edit dialog, as typed. */
export const EditFields = z.object({
  title: z.string(),
  description: z.string(),
  alt: z.string(),
  titleEs: z._default(z.string(), ''),
  descriptionEs: z._default(z.string(), ''),
  altEs: z._default(z.string(), ''),
  category: z.string(),
  mediaType: z.string(),
});
export type EditFields = z.infer<typeof EditFields>;

export interface Edit {
  /** As the owner saw it. */
  readonly item: GalleryItem;
  readonly fields: EditFields;
  /** The uploaded replacement, if any. */
  readonly media: UploadedMedia | null;
  /** The point that frames keep in sight; null for the middle. */
  readonly focus: FocusPoint | null;
  readonly pending: boolean;
  /** Fields that have changed since: the owner chooses what to keep of each. */
  readonly conflict?: Conflict | undefined;
  readonly opener: HTMLElement | null;
}

export function createEditing(items: Items, { api, session, notify }: GalleryContext) {
  const $edit = atom<Edit | null>(null);
  const change = (part: Partial<Edit>) => {
    const edit = $edit.get();
    if (edit) $edit.set({ ...edit, ...part });
  };
  const find = (id: string) => items.all().find((item) => item.id === id);

  async function save(): Promise<void> {
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
    const conflict = outcome.state === 'failed' ? outcome.conflict : undefined;
    change({ pending: false, conflict });
    if (conflict) return;
    if (outcome.state === 'failed') return notify.updateFailed(outcome.serverMessage);
    if (outcome.state === 'signed-out') return;
    items.set(items.all().map((item) => (item.id === outcome.value.id ? outcome.value : item)));
    $edit.set(null);
    notify.updated(1);
    await items.refresh();
  }

  return {
    $edit,
    open(id: string, opener: HTMLElement | null): void {
      const item = find(id);
      if (!item) return;
      const focus = item.focus ?? null;
      $edit.set({ item, fields: fieldsOf(item), media: null, focus, pending: false, opener });
    },
    /** Opens it with a draft from before the session ended. `item`: as it was seen then. */
    resume(
      id: string,
      { item, ...kept }: Pick<Edit, 'fields' | 'media' | 'focus'> & { readonly item?: GalleryItem | undefined },
    ): void {
      const now = find(id);
      if (now) $edit.set({ item: item ?? now, ...kept, pending: false, opener: null });
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
    save,
    /** After a conflict: keeps the present value of a field, or the owner's. The last choice saves. */
    async settle(field: string, isMine: boolean): Promise<void> {
      const edit = $edit.get();
      if (!edit?.conflict || edit.pending) return;
      const { [field]: present, ...others } = edit.conflict.fields;
      const isLast = Object.keys(others).length === 0;
      const conflict = isLast ? undefined : { ...edit.conflict, fields: others };
      // What is stored by now is seen, so that the next save changes it knowingly.
      const item = GalleryItem.safeParse({ ...edit.item, [field]: present ?? undefined }).data ?? edit.item;
      change({ item, conflict, ...(!isMine && withPresent(edit, field, item)) });
      if (isLast) await save();
    },
  };
}

const fieldsOf = ({ title, description = '', alt = '', category, mediaType, ...item }: GalleryItem): EditFields => ({
  title,
  description,
  alt,
  titleEs: item.titleEs ?? '',
  descriptionEs: item.descriptionEs ?? '',
  altEs: item.altEs ?? '',
  category,
  mediaType,
});

/** True if the owner has changed something that is not stored. */
export function isTyped({ item, fields, media, focus }: Edit): boolean {
  return media !== null || JSON.stringify([fields, focus]) !== JSON.stringify([fieldsOf(item), item.focus ?? null]);
}

/** The edit's parts that take the present value of a field. */
function withPresent({ fields, media }: Edit, field: string, item: GalleryItem): Partial<Edit> {
  const stored = fieldsOf(item);
  const focus = item.focus ?? null;
  if (field === 'focus') return { focus };
  if (field !== 'mediaUrl') return { fields: { ...fields, [field]: stored[field as keyof EditFields] } };
  return { media: null, focus, fields: media ? { ...fields, mediaType: stored.mediaType } : fields };
}

/**
 * The owner's changes, a new file, and what stood there before. Other fields stay as they are stored, also under former
 * rules. The contract parses the selects' text.
 */
function changeOf({ item, fields, media, focus }: Edit) {
  const before: Record<string, string> = fieldsOf(item);
  const typed = Object.fromEntries(Object.entries(fields).filter(([field, text]) => text !== before[field]));
  const { mediaType: _, ...file } = media ?? {};
  const isMoved = JSON.stringify(focus) !== JSON.stringify(media ? null : (item.focus ?? null));
  const change = { ...typed, ...file, ...(isMoved && { focus }) };
  const seen = Object.fromEntries(
    Object.keys(change).map((field) => [field, item[field as keyof GalleryItem] ?? null]),
  );
  return GalleryChange.safeParse({ ...change, seen: media ? withoutLook(seen) : seen });
}

/** A new file brings its own poster, size, placeholder and point, whatever the former one had. */
function withoutLook({ posterUrl, width, height, placeholder, focus, ...seen }: Readonly<Record<string, unknown>>) {
  return seen;
}
