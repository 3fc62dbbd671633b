import * as z from 'zod/mini';

/** `off` is what is not set up, and need not answer. */
const state = z.enum(['ok', 'failing', 'off']);

/** `GET /api/health`: 200, or 503 when something that is set up does not answer; `error` then names it. */
export const Health = z.object({
  checks: z.array(z.object({ name: z.string(), state, note: z.optional(z.string()) })),
  error: z.optional(z.string()),
});
export type Health = z.infer<typeof Health>;
