import * as z from 'zod/mini';
import { NewGalleryItem } from '#contracts/gallery';
import { UploadedMedia } from './uploaded-media.ts';
import { keptDraft } from '#islands/ui/kept-draft.ts';

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

export const { keepDraft, takeDraft } = keptDraft('admin-gallery-draft', Draft);
