import { type AwayPeriod, type DayHours, EARLIEST, LATEST, type Stretch, type VisitSettings } from '#contracts/hours';
import { counted } from '#lib/label';
import { dateWords } from '#lib/time/dates';
import { clockOf, clockWords, minuteOf, startsIn } from '#lib/time/open-days';
import { DAY, HOUR, MINUTE } from '#lib/time/units';

/** `Thu, Nov 5`, with the year if it is not `today`'s. Both are `YYYY-MM-DD`. */
export function dayBriefly(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return dateWords(date, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

export const later = (clock: string, minutes: number) => clockOf(minuteOf(clock) + minutes);

/** `Mon, Nov 9 to Wed, Nov 11`, or `Every Fri, 10:00 AM to 1:30 PM, from Nov 6`. */
export function awayWords({ first, last, from, until, repeat, repeatUntil }: AwayPeriod, today: string): string {
  const day = dayBriefly(first, today);
  const hours = from && until ? `, ${clockWords(from)} to ${clockWords(until)}` : '';
  const days = first === last ? day : `${day} to ${dayBriefly(last, today)}`;
  if (!repeat) return days + hours;
  const end = repeatUntil ? `, until ${dayBriefly(repeatUntil, today)}` : '';
  return `${days}${hours}, then every ${repeat === 'weekly' ? 'week' : 'year'}${end}`;
}

/** The day of the list: of one that comes every year, the next time that it begins. */
export function nextDay({ first, repeat }: AwayPeriod, today: string): string {
  if (repeat !== 'yearly' || first >= today) return first;
  const ofThisYear = today.slice(0, 4) + first.slice(4);
  return ofThisYear < today ? Number(today.slice(0, 4)) + 1 + first.slice(4) : ofThisYear;
}

const stretchWords = ({ from, until }: Stretch) => `${clockWords(from)} to ${clockWords(until)}`;

/** `9:00 AM to 12:00 PM, 1:00 PM to 6:00 PM`, or `Closed`. */
export const hoursWords = (day: DayHours): string => day.map(stretchWords).join(', ') || 'Closed';

/** `6 visits, the last at 4:30 PM`. */
export function visitsWords(day: DayHours, settings: VisitSettings): string {
  const starts = day.flatMap((stretch) => startsIn(stretch, settings));
  const last = starts.at(-1);
  if (last === undefined) return 'Too short for a visit';
  const at = clockWords(clockOf(last));
  return starts.length === 1 ? `1 visit, at ${at}` : `${starts.length} visits, the last at ${at}`;
}

/** `90 minutes`, `4 hours`, `7 days`. */
function spanWords(minutes: number): string {
  const [hours, days] = [(minutes * MINUTE) / HOUR, (minutes * MINUTE) / DAY];
  if (days > 3 && Number.isInteger(days)) return counted(days, 'day');
  return hours > 2 && Number.isInteger(hours) ? counted(hours, 'hour') : counted(minutes, 'minute');
}

const noticeWords = (minutes: number) => (minutes === 0 ? 'none' : spanWords(minutes));
const daysWords = (days: number) => counted(days, 'day');
const everyWords = (minutes: number) => `every ${spanWords(minutes)}`;

/** The owner's settings, each with its choices. */
export const settingFields = [
  ['visitMinutes', 'A visit takes', spanWords, [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240]],
  ['installationMinutes', 'An installation takes', spanWords, [60, 90, 120, 180, 240, 300, 360, 480]],
  ['stepMinutes', 'Visits begin', everyWords, [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240]],
  [
    'noticeMinutes',
    'Shortest notice',
    noticeWords,
    [0, 1, 2, 3, 4, 8, 12, 24, 48, 72, 96, 168].map((hours) => (hours * HOUR) / MINUTE),
  ],
  ['daysAhead', 'Days ahead', daysWords, [7, 10, 14, 21, 30, 45, 60, 90]],
] as const satisfies readonly (readonly [keyof VisitSettings, string, (value: number) => string, readonly number[]])[];

/** `60 minutes, an installation 4 hours, every 90 minutes, 24 hours’ notice, 14 days ahead`. */
export function settingsWords(settings: VisitSettings): string {
  const { visitMinutes, installationMinutes, stepMinutes, noticeMinutes, daysAhead } = settings;
  const span = spanWords(noticeMinutes);
  const notice = noticeMinutes === 0 ? 'no notice' : `${span}${span.endsWith('s') ? '’' : '’s'} notice`;
  const lengths = `${spanWords(visitMinutes)}, an installation ${spanWords(installationMinutes)}`;
  return `${lengths}, ${everyWords(stepMinutes)}, ${notice}, ${daysWords(daysAhead)} ahead`;
}

export const laterOf = (one: string, other: string) => (one > other ? one : other);
export const earlierOf = (one: string, other: string) => (laterOf(one, other) === one ? other : one);

/** The quarter hours of a day's visits and times away. */
export const clocks = Array.from({ length: (minuteOf(LATEST) - minuteOf(EARLIEST)) / 15 + 1 }, (_, index) =>
  later(EARLIEST, index * 15),
);
