import * as z from 'zod/mini';
import { date, instant } from './calendar.ts';
import { type Rule, seen } from './problem.ts';
import { line, notAnObject } from './text.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A time of day in the business's zone, `HH:mm`, 24-hour. */
const clock = z.string('time' satisfies Rule).check(z.regex(CLOCK, 'time' satisfies Rule));

/** The starts of a day's first and last visit. */
const DayHours = z
  .object({ first: clock, last: clock })
  .check(z.refine(({ first, last }) => first <= last, 'visitsInOrder' satisfies Rule));
export type DayHours = z.infer<typeof DayHours>;

/** Sunday first. `null`: no visits on that day. */
export const WeeklyHours = z.array(z.nullable(DayHours)).check(z.length(7, 'week' satisfies Rule));
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** Stored hours: a time of day keeps its form, but not the form's rules. */
export const KeptDay = z.nullable(z.object({ first: clock, last: clock }));
export const KeptWeek = z.array(KeptDay).check(z.length(7));

/** In characters. */
export const MAX_AWAY_NOTE = 200;
export const MAX_AWAY = 200;

/** Whole days, with the last one; or hours of one day with `from` and `until`. */
const period = { first: date, last: date, from: z.optional(clock), until: z.optional(clock) };
export type AwayPeriod = z.infer<z.ZodMiniObject<typeof period>>;

/** `POST /api/away`. A repeat replaces the note, 409 by `seen`. Only the owner sees the note. */
export const NewAway = z.object({ ...period, note: z._default(line(MAX_AWAY_NOTE), ''), seen }, notAnObject).check(
  z.refine(({ first, last }) => first <= last, { path: ['last'], error: 'daysInOrder' satisfies Rule }),
  z.refine(({ from, until }) => (from === undefined) === (until === undefined), {
    path: ['until'],
    error: 'bothTimes' satisfies Rule,
  }),
  z.refine(({ first, last, from }) => from === undefined || first === last, {
    path: ['last'],
    error: 'oneDay' satisfies Rule,
  }),
  z.refine(({ from, until }) => !from || !until || from < until, {
    path: ['until'],
    error: 'timesInOrder' satisfies Rule,
  }),
);
export type NewAway = z.infer<typeof NewAway>;

/** `note` is `null` if its record is damaged; the time stays blocked. */
const Away = z.object({ ...period, id: z.string(), note: z.nullable(z.string()) });
export type Away = z.infer<typeof Away>;

/** A future visit at a blocked time. `isBooked` is false while the visitor is still booking. */
const BlockedVisit = z.object({
  leadId: z.string(),
  name: z.string(),
  serviceInterest: z.string(),
  start: instant,
  isBooked: z.boolean(),
});
export type BlockedVisit = z.infer<typeof BlockedVisit>;

/** `GET /api/hours`, and the answer to all changes. */
export const VisitHours = z.object({
  weekly: KeptWeek,
  /** The code's hours, until the owner changes them. */
  usual: WeeklyHours,
  /** The stored version, for the next change; empty if nothing is stored. */
  version: z.string(),
  /** The stored hours are unreadable: no time is offered until the owner saves hours. */
  isDamaged: z.boolean(),
  /** The possible starts of visits by weekday, Sunday first. */
  starts: z.array(z.array(clock)),
  visitMinutes: z.number(),
  today: date,
  /** Not over yet, in order. */
  away: z.array(Away),
  /** For one year. */
  holidays: z.array(z.object({ date, name: z.string() })),
  blocked: z.array(BlockedVisit),
});
export type VisitHours = z.infer<typeof VisitHours>;

/**
 * `PUT /api/hours`: the whole week, over the version that was read. With `seen`, the days that were read (`0` is Sunday)
 * instead: only the other days are written, over any version.
 */
export const HoursChange = z.object(
  { weekly: WeeklyHours, version: z.string('version' satisfies Rule), seen },
  notAnObject,
);
export type HoursChange = z.infer<typeof HoursChange>;
