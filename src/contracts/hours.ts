import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import { line, notAnObject } from './text.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** Eastern time of day, `HH:mm`, 24-hour. */
const clock = z.string('Please choose a time').check(z.regex(CLOCK, 'Please choose a time'));

const DATE = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDate = (text: string) => DATE.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
/** Eastern date, `YYYY-MM-DD`. */
const date = z.string('Please choose a day').check(z.refine(isDate, { error: 'Please choose a day', abort: true }));

/** The starts of a day's first and last visit. */
const DayHours = z
  .object({ first: clock, last: clock })
  .check(z.refine(({ first, last }) => first <= last, 'The last visit cannot begin before the first'));
export type DayHours = z.infer<typeof DayHours>;

/** Sunday first; `null` is a day without visits. */
export const WeeklyHours = z.array(z.nullable(DayHours)).check(z.length(7, 'Please send seven days'));
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** In characters. */
export const MAX_AWAY_NOTE = 200;
export const MAX_AWAY = 200;

/** Days off, the last one included; or hours of one day with `from` and `until`. */
const period = { first: date, last: date, from: z.optional(clock), until: z.optional(clock) };
export type AwayPeriod = z.infer<z.ZodMiniObject<typeof period>>;

/** `POST /api/away`. A repeat replaces the note. Only the owner sees the note. */
export const NewAway = z.object({ ...period, note: z._default(line(MAX_AWAY_NOTE), '') }, notAnObject).check(
  z.refine(({ first, last }) => first <= last, { path: ['last'], error: 'The last day cannot be before the first' }),
  z.refine(({ from, until }) => (from === undefined) === (until === undefined), {
    path: ['until'],
    error: 'Please choose both times, or neither',
  }),
  z.refine(({ first, last, from }) => from === undefined || first === last, {
    path: ['last'],
    error: 'Hours are for one day',
  }),
  z.refine(({ from, until }) => !from || !until || from < until, {
    path: ['until'],
    error: 'The end must be later than the beginning',
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
  weekly: WeeklyHours,
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

/** `PUT /api/hours`: the whole week, over the version that was read. */
export const HoursChange = z.object(
  { weekly: WeeklyHours, version: z.string('Please send the version that you changed') },
  notAnObject,
);
export type HoursChange = z.infer<typeof HoursChange>;
