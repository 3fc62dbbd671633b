import type * as z from 'zod/mini';

/** What was typed on a page, kept in this tab at a place of its own while the owner is away from it. */
export function keptDraft<Schema extends z.ZodMiniType>(place: string, schema: Schema) {
  return {
    /** Storage may be blocked; then leaving the page loses what was typed. */
    keepDraft(draft: z.input<Schema>, storage: () => Storage): void {
      try {
        storage().setItem(place, JSON.stringify(draft));
      } catch {
        // Nothing else can keep it.
      }
    },
    /** The draft that was kept, once; null when there is none that can be read. */
    takeDraft(storage: () => Storage): z.output<Schema> | null {
      try {
        const text = storage().getItem(place);
        storage().removeItem(place);
        return text ? schema.parse(JSON.parse(text)) : null;
      } catch {
        return null;
      }
    },
  };
}
