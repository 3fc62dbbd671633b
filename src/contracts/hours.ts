import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';
import { line, notAnObject } from './text.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A time of day in Eastern Time, `HH:mm`, 24-hour. */
const clock = z.string('time' satisfies Rule).check(z.regex(CLOCK, 'time' satisfies Rule));

const DATE = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDate = (text: string) => DATE.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
/** An Eastern calendar date, `YYYY-MM-DD`. */
const date = z.string('day' satisfies Rule).check(z.refine(isDate, { error: 'day' satisfies Rule, abort: true }));

/** When the first and the last visit of a day begin. */
const DayHours = z
  .object({ first: clock, last: clock })
  .check(z.refine(({ first, last }) => first <= last, 'visitsInOrder' satisfies Rule));
export type DayHours = z.infer<typeof DayHours>;

/** The days of a week, Sunday first; on a day of `null` nobody visits. */
export const WeeklyHours = z.array(z.nullable(DayHours)).check(z.length(7, 'week' satisfies Rule));
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** How many characters the note of a time away may have. */
export const MAX_AWAY_NOTE = 200;
/** How many times away may lie ahead. */
export const MAX_AWAY = 200;

/** Days on which nobody visits, the last one included; or, with `from` and `until`, hours of one day. */
const period = { first: date, last: date, from: z.optional(clock), until: z.optional(clock) };
export type AwayPeriod = z.infer<z.ZodMiniObject<typeof period>>;

/** `POST /api/away`. The same period once more takes the new note. The note is the owner's alone. */
export const NewAway = z.object({ ...period, note: z._default(line(MAX_AWAY_NOTE), '') }, notAnObject).check(
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

/** One time away. `note` is `null` where its record is damaged: the time is blocked all the same. */
const Away = z.object({ ...period, id: z.string(), note: z.nullable(z.string()) });
export type Away = z.infer<typeof Away>;

/** A visit to come that stands where nobody may book any more. `isBooked`: false while its visitor is still booking. */
const BlockedVisit = z.object({
  leadId: z.string(),
  name: z.string(),
  serviceInterest: z.string(),
  start: instant,
  isBooked: z.boolean(),
});
export type BlockedVisit = z.infer<typeof BlockedVisit>;

/** `GET /api/hours`, and the answer to every change of them: when visits take place. */
export const VisitHours = z.object({
  weekly: WeeklyHours,
  /** Those of the website's code, which hold until the owner changes them here. */
  usual: WeeklyHours,
  /** Names what was stored, for the change that follows it; empty while nothing is. */
  version: z.string(),
  /** What was stored cannot be read: no time is offered until hours are saved again. */
  isDamaged: z.boolean(),
  /** When a visit may begin on each weekday, Sunday first, and how long it takes. */
  starts: z.array(z.array(clock)),
  visitMinutes: z.number(),
  /** The Eastern date of now. */
  today: date,
  /** Those that are not over, in order. */
  away: z.array(Away),
  /** Of the year to come. */
  holidays: z.array(z.object({ date, name: z.string() })),
  /** Visits to come that stand outside these hours. */
  blocked: z.array(BlockedVisit),
});
export type VisitHours = z.infer<typeof VisitHours>;

/** `PUT /api/hours`: the whole week, over the version that was read. */
export const HoursChange = z.object({ weekly: WeeklyHours, version: z.string('version' satisfies Rule) }, notAnObject);
export type HoursChange = z.infer<typeof HoursChange>;
