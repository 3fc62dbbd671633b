import * as z from 'zod/mini';
import { leadStatus } from '#contracts/lead';
import { keptDraft } from '#islands/ui/kept-draft.ts';

/** What would be lost with the page: what the owner is looking for, and changes that the server does not have yet. */
const Draft = z.object({
  wish: z.object({ search: z.string(), status: z.union([z.literal(''), leadStatus]) }),
  edits: z.record(z.string(), z.object({ notes: z.optional(z.string()), status: z.optional(leadStatus) })),
});
export type Draft = z.infer<typeof Draft>;

export const { keepDraft, takeDraft } = keptDraft('admin-leads-draft', Draft);
