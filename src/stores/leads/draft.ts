import * as z from 'zod/mini';
import { leadStatus } from '#contracts/lead';

const PLACE = 'admin-leads-draft';

/** What would be lost with the page: what the owner is looking for, and changes that the server does not have yet. */
const Draft = z.object({
  wish: z.object({ search: z.string(), status: z.union([z.literal(''), leadStatus]) }),
  edits: z.record(z.string(), z.object({ notes: z.optional(z.string()), status: z.optional(leadStatus) })),
});
export type Draft = z.infer<typeof Draft>;

/** Keeps a draft in this tab. Storage may be blocked; then leaving the page loses what was typed. */
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
