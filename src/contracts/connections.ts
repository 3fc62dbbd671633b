import * as z from 'zod/mini';

const state = z.enum(['ok', 'failing', 'off']);

/**
 * `GET /api/connections`: mail to visitors, notifications on the owner's devices, Google Calendar, nightly backups. `off`:
 * not set up. A restore fails until it has ended.
 */
export const Connections = z.object({
  mail: state,
  /** To visitors; where none are set up, nobody waits for one. */
  texts: z.enum(['ok', 'failing']),
  push: state,
  calendar: state,
  /** The owner's other calendars. */
  busy: z.enum(['ok', 'failing']),
  backups: state,
  restore: z.enum(['ok', 'failing']),
});
export type Connections = z.infer<typeof Connections>;
