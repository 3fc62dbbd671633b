import { DAY, MINUTE } from '#lib/time/units';
import * as z from 'zod/mini';
import { date, instant } from './calendar.ts';
import { NamedPerson, personId } from './owner-visit.ts';
import { unmannedReasons } from './people.ts';
import { type Rule, seen } from './problem.ts';
import { line, notAnObject } from './text.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A time of day in the business's zone, `HH:mm`, 24-hour. */
const clock = z.string('time' satisfies Rule).check(z.regex(CLOCK, 'time' satisfies Rule));

/** No visit begins before or ends after these. */
export const [EARLIEST, LATEST] = ['06:00', '23:00'] as const;
/** A quarter hour within which visits may begin and end. */
export const isVisitClock = (time: string) => /:(00|15|30|45)$/.test(time) && time >= EARLIEST && time <= LATEST;
const visitClock = clock.check(z.refine(isVisitClock, 'quarterHour' satisfies Rule));

/** Visits begin and end in it. The first one begins at `from`. */
const Stretch = z
  .object({ from: visitClock, until: visitClock })
  .check(z.refine(({ from, until }) => from < until, 'timesInOrder' satisfies Rule));
export type Stretch = z.infer<typeof Stretch>;

export const MAX_STRETCHES = 4;
const isInOrder = (day: readonly Stretch[]) => day.every(({ from }, index) => (day[index - 1]?.until ?? '') < from);
const DayHours = z
  .array(Stretch)
  .check(
    z.maxLength(MAX_STRETCHES, 'stretches' satisfies Rule),
    z.refine(isInOrder, 'stretchesInOrder' satisfies Rule),
  );
/** Empty: no visits on that day. */
export type DayHours = z.infer<typeof DayHours>;

/** Sunday first. */
export const WeeklyHours = z.array(DayHours).check(z.length(7, 'week' satisfies Rule));
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** Stored hours: a time of day keeps its form, but not the form's rules. */
export const KeptDay = z.array(z.object({ from: clock, until: clock }));
export const KeptWeek = z.array(KeptDay).check(z.length(7));

const within = (least: number, most: number) =>
  z.int('setting' satisfies Rule).check(z.gte(least, 'setting' satisfies Rule), z.lte(most, 'setting' satisfies Rule));
const quarters = within(15, 12 * 60).check(z.multipleOf(15, 'setting' satisfies Rule));

export const MAX_DAYS_AHEAD = 90;

/** As in `VisitRules`. A free grid is safe: bookings that overlap are kept apart (docs/booking.md). */
export const VisitSettings = z.object({
  visitMinutes: quarters,
  installationMinutes: quarters,
  stepMinutes: quarters,
  noticeMinutes: within(0, (14 * DAY) / MINUTE),
  daysAhead: within(1, MAX_DAYS_AHEAD),
});
export type VisitSettings = z.infer<typeof VisitSettings>;

/** In characters. */
export const MAX_AWAY_NOTE = 200;
export const MAX_AWAY = 200;

/**
 * Whole days, with the last one; or hours of one day with `from` and `until`. With `repeat` the same again each week or
 * year, until the one that begins on `repeatUntil` at the latest. `person`: the id of who is away; absent: all are.
 */
const period = {
  person: z.optional(personId),
  first: date,
  last: date,
  from: z.optional(clock),
  until: z.optional(clock),
  repeat: z.optional(z.enum(['weekly', 'yearly'], 'repeat' satisfies Rule)),
  repeatUntil: z.optional(date),
};
export type AwayPeriod = z.infer<z.ZodMiniObject<typeof period>>;

const broken = (field: keyof typeof period, error: Rule) => ({ path: [field], error });

/**
 * `POST /api/away`, and `PUT /api/away/{id}` in place of the one with the id, whose person stays. A repeat replaces the note,
 * 409 by `seen`. Visitors do not see the note.
 */
export const NewAway = z.object({ ...period, note: z._default(line(MAX_AWAY_NOTE), ''), seen }, notAnObject).check(
  z.refine(({ first, last }) => first <= last, broken('last', 'daysInOrder')),
  z.refine(({ from, until }) => (from === undefined) === (until === undefined), broken('until', 'bothTimes')),
  z.refine(({ first, last, from }) => from === undefined || first === last, broken('last', 'oneDay')),
  z.refine(({ from, until }) => !from || !until || from < until, broken('until', 'timesInOrder')),
  z.refine(
    ({ first, repeat, repeatUntil }) => !repeatUntil || (repeat !== undefined && repeatUntil >= first),
    broken('repeatUntil', 'daysInOrder'),
  ),
);
export type NewAway = z.infer<typeof NewAway>;

/** `note` is `null` if its record is damaged; the time stays blocked. */
const Away = z.object({ ...period, id: z.string(), note: z.nullable(z.string()) });
export type Away = z.infer<typeof Away>;

/**
 * A future visit that nobody makes as it is booked. `isBooked` is false while the visitor is still booking. `person`: the id
 * of who was to come; with several people alone.
 */
const BlockedVisit = z.object({
  leadId: z.string(),
  name: z.string(),
  serviceInterest: z.string(),
  start: instant,
  isBooked: z.boolean(),
  person: z.optional(z.string()),
  why: z.optional(z.enum(unmannedReasons)),
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
  settings: VisitSettings,
  /** The code's, until the owner changes them. */
  usualSettings: VisitSettings,
  today: date,
  /** Not over yet, in order. */
  away: z.array(Away),
  /** For one year. */
  holidays: z.array(z.object({ date, name: z.string(), isWorked: z.boolean() })),
  blocked: z.array(BlockedVisit),
  /** Who may be away, where there are several people; to an installer, the installer. */
  people: z.optional(z.array(NamedPerson)),
});
export type VisitHours = z.infer<typeof VisitHours>;

/**
 * `PUT /api/hours`: the whole week and the settings, over the version that was read. With `seen`, the days (`0` is
 * Sunday) and the settings that were read instead: only the others are written, over any version.
 */
export const HoursChange = z.object(
  { weekly: WeeklyHours, settings: z.optional(VisitSettings), version: z.string('version' satisfies Rule), seen },
  notAnObject,
);
export type HoursChange = z.infer<typeof HoursChange>;

/** `PUT /api/holidays/{date}`: visits are offered on this holiday, or no longer. */
export const HolidayChange = z.object({ isWorked: z.boolean('isWorked' satisfies Rule) }, notAnObject);
export type HolidayChange = z.infer<typeof HolidayChange>;
