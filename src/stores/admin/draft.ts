import * as z from 'zod/mini';
import { NewGalleryItem } from '#contracts/gallery';
import { UploadedMedia } from './uploaded-media.ts';

const PLACE = 'admin-gallery-draft';

/** What would be lost when the page is left for the sign-in: what stands in the edit dialog, and the items not yet made. */
export const Draft = z.object({
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
  unmade: z.array(NewGalleryItem),
});
export type Draft = z.infer<typeof Draft>;

/** Keeps a draft in this tab. Storage may be blocked; then the sign-in loses what was typed. */
export function keepDraft(draft: z.input<typeof Draft>, storage: () => Storage): void {
  try {
    storage().setItem(PLACE, JSON.stringify(draft));
  } catch {
    // Nothing else can keep it.
  }
}

/** The draft that was kept, once; null when there is none that can be read. */
export function takeDraft(storage: () => Storage): Draft | null {
  try {
    const text = storage().getItem(PLACE);
    storage().removeItem(PLACE);
    return text ? Draft.parse(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}
