import * as z from 'zod/mini';
import { instant } from './calendar.ts';

/** How many backups are kept. */
export const MAX_BACKUPS = 14;

export const Backup = z.object({
  id: z.string(),
  at: instant,
  bytes: z.number(),
  records: z.number(),
  /** How many records could not be read, and are not in it. */
  missing: z.number(),
});
export type Backup = z.infer<typeof Backup>;

/** `GET /api/backups`: newest first. */
export const Backups = z.object({
  /** `BACKUP_KEY` is set. */
  isSetUp: z.boolean(),
  /** The last night's is missing. */
  isLate: z.boolean(),
  backups: z.array(Backup),
});
export type Backups = z.infer<typeof Backups>;
