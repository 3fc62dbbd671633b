import * as z from 'zod/mini';
import { date, instant, Slot } from '#contracts/calendar';
import { NamedPerson } from '#contracts/owner-visit';
import { unmannedReasons } from '#contracts/people';
import type { Rule } from '#contracts/problem';
import { Lead, Visit } from './lead.ts';
import { cancellationOf } from './visits.ts';

const AlikeLead = z.object({ id: z.string(), createdAt: instant, name: z.string() });
export type AlikeLead = z.infer<typeof AlikeLead>;

/** A lead for the owner, with what its record alone does not say. */
export const ShownLead = z.extend(Lead, {
  /** Other leads with its number or mail address, newest first; of the open lead only. */
  alike: z.optional(z.array(AlikeLead)),
  /** The number has stopped texts from us; of the open lead, and on Today. */
  hasStopped: z.optional(z.boolean()),
  /** The end of what its visitor was promised; of who waits, on Today. Absent if the dealer promises no hours. */
  due: z.optional(instant),
  /** All who work here, by whom its visits to come may be made, where there were several at a booking; of the open lead. */
  team: z.optional(z.array(z.extend(NamedPerson, { kinds: z.array(z.string()) }))),
  /** In dollars, at a visit that does the work; for an installer, who sees no other amount (`forInstaller`). */
  owed: z.optional(z.number()),
});
export type ShownLead = z.infer<typeof ShownLead>;

/** `GET /api/leads`: in the order of the query. */
export const LeadPage = z.object({
  leads: z.array(ShownLead),
  /** Matching leads on all pages. */
  matching: z.number(),
  total: z.number(),
  /** Where the leads came from, of all of them. */
  sources: z._default(z.array(z.string()), []),
  /** Requests the next page; absent on the last. */
  next: z.optional(z.string()),
});
export type LeadPage = z.infer<typeof LeadPage>;

/** A visit that stands, begun or to come, with its lead. `unmanned`: why nobody makes it, although it is booked. */
const ShownVisit = z.object({ visit: Visit, lead: ShownLead, unmanned: z.optional(z.enum(unmannedReasons)) });
export type ShownVisit = z.infer<typeof ShownVisit>;

/** `GET /api/today`: the owner's tasks. Each list but `visits` has at most `LEADS_A_PAGE` leads, beside the count of all. */
export const Today = z.object({
  /** From today (in the business's zone) on, soonest first, without those of `outcomes`. */
  visits: z.array(ShownVisit),
  /** New requests without a visit: promises that can still be kept, soonest first, then the longest wait. */
  waiting: z.array(ShownLead),
  waitingCount: z.number(),
  /** Their visit is over, and nobody said how it went. The last one first. */
  outcomes: z.array(ShownLead),
  outcomesCount: z.number(),
  /** To be called again: today’s first, then the overdue, the newest day first. */
  followUps: z.array(ShownLead),
  followUpsCount: z.number(),
  /** Those whose text nobody has answered, also closed ones; the longest wait first. Each is in its other list too. */
  texts: z._default(z.array(ShownLead), []),
  /** People whom nobody has reached hold half of the times, so new visitors are told that the owner calls them. */
  isCallFirst: z.optional(z.boolean()),
});
export type Today = z.infer<typeof Today>;

/** The query of `GET /api/week`. `from`: any day of the week, in the business's zone; empty for today. */
export const WeekQuery = z.object({
  from: z._default(z.union([z.literal(''), date], { error: 'day' satisfies Rule }), ''),
});

/** The visits and the times away are in order of time. */
const WeekDay = z.object({
  date,
  /** The names of its holidays, unless visits are offered all the same. */
  holidays: z.array(z.string()),
  /** The part of each time away that is on this day. `person`: the id of who is away; absent: all are. */
  away: z.array(z.extend(Slot, { person: z.optional(z.string()) })),
  visits: z.array(ShownVisit),
});
export type WeekDay = z.infer<typeof WeekDay>;

/** `GET /api/week`: Monday to Sunday in the business's zone. */
export const Week = z.object({ days: z.array(WeekDay) });
export type Week = z.infer<typeof Week>;

/** The start of a lead's wait for a call, in ISO 8601: its last request or its visit's cancellation. `now` in ms. */
export const waitsSince = (lead: Lead, now: number): string =>
  cancellationOf(lead, now) ??
  [lead.createdAt, ...(lead.also ?? []).map(({ createdAt }) => createdAt)].sort().at(-1) ??
  lead.createdAt;
