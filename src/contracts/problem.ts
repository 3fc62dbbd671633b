import * as z from 'zod/mini';

/** An error in one field: its path in the body and a sentence for the visitor. */
export const Issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });
export type Issue = z.infer<typeof Issue>;

export const Problem = z.object({ error: z.string(), issues: z.optional(z.array(Issue)) });
export type Problem = z.infer<typeof Problem>;
