import * as z from 'zod/mini';
import { AdminLead } from './admin-lead.ts';
import { date, Slot } from './calendar.ts';
import { PastVisit } from './lead-outcome.ts';
import type { Rule } from './problem.ts';

/** The query of `GET /api/week`. `from`: any day of the week, in the business's zone; empty for today. */
export const WeekQuery = z.object({
  from: z._default(z.union([z.literal(''), date], { error: 'day' satisfies Rule }), ''),
});

/** A visit that stands, begun or to come, with its lead. */
const WeekVisit = z.extend(PastVisit, { lead: AdminLead });
export type WeekVisit = z.infer<typeof WeekVisit>;

/** The visits and the times away are in order of time. */
const WeekDay = z.object({
  date,
  /** The names of its holidays, unless visits are offered all the same. */
  holidays: z.array(z.string()),
  /** The part of each time away that is on this day. */
  away: z.array(Slot),
  visits: z.array(WeekVisit),
});
export type WeekDay = z.infer<typeof WeekDay>;

/** `GET /api/week`: Monday to Sunday in the business's zone. */
export const Week = z.object({ days: z.array(WeekDay) });
export type Week = z.infer<typeof Week>;
