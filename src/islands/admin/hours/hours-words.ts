import { type AwayPeriod, type DayHours, EARLIEST, LATEST, type Stretch, type VisitSettings } from '#contracts/hours';
import { say, sayCounted, sayLabels } from '#browser/say';
import { capitalized, labelOf } from '#lib/label';
import { addDays, dateWords } from '#lib/time/dates';
import { clockOf, clockWords, minuteOf, startsIn } from '#lib/time/open-days';
import { DAY, HOUR, MINUTE } from '#lib/time/units';

/** As `weekdays`, in the language of the page. That day was a Sunday. */
export const weekdayNames = Array.from({ length: 7 }, (_, day) =>
  capitalized(dateWords(addDays('2026-11-01', day), { weekday: 'long' })),
);

/** Those that most dealers have. Another one is called as the dealer wrote it. */
const holidayNames = sayLabels({
  'New Year’s Day': 'New Year’s Day',
  'Memorial Day': 'Memorial Day',
  'Independence Day': 'Independence Day',
  'Labor Day': 'Labor Day',
  Thanksgiving: 'Thanksgiving',
  'Christmas Day': 'Christmas Day',
});

/** `Independence Day`, or of the day off beside it `Independence Day, observed`. */
export function holidayName(name: string): string {
  const [own = '', isBeside] = /^(.*?)(, observed)?$/.exec(name)?.slice(1) ?? [];
  const said = labelOf(holidayNames, own);
  return isBeside ? say('{holiday}, observed', { holiday: said }) : said;
}

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
  const hours = from && until ? `, ${stretchWords({ from, until })}` : '';
  const days = first === last ? day : say('{from} to {to}', { from: day, to: dayBriefly(last, today) });
  const time = days + hours;
  if (!repeat) return time;
  const again =
    repeat === 'weekly' ? say('{time}, then every week', { time }) : say('{time}, then every year', { time });
  return repeatUntil ? say('{time}, until {day}', { time: again, day: dayBriefly(repeatUntil, today) }) : again;
}

/** The day of the list: of one that comes every year, the next time that it begins. */
export function nextDay({ first, repeat }: AwayPeriod, today: string): string {
  if (repeat !== 'yearly' || first >= today) return first;
  const ofThisYear = today.slice(0, 4) + first.slice(4);
  return ofThisYear < today ? Number(today.slice(0, 4)) + 1 + first.slice(4) : ofThisYear;
}

const stretchWords = ({ from, until }: Stretch) =>
  say('{from} to {until}', { from: clockWords(from), until: clockWords(until) });

/** `9:00 AM to 12:00 PM, 1:00 PM to 6:00 PM`, or `Closed`. */
export const hoursWords = (day: DayHours): string => day.map(stretchWords).join(', ') || say('Closed');

/** `6 visits, the last at 4:30 PM`. */
export function visitsWords(day: DayHours, settings: VisitSettings): string {
  const starts = day.flatMap((stretch) => startsIn(stretch, settings));
  const last = starts.at(-1);
  if (last === undefined) return say('Too short for a visit');
  const time = clockWords(clockOf(last));
  if (starts.length === 1) return say('1 visit, at {time}', { time });
  return say('{count} visits, the last at {time}', { count: starts.length, time });
}

/** `90 minutes`, `4 hours`, `7 days`. */
function spanWords(minutes: number): string {
  const [hours, days] = [(minutes * MINUTE) / HOUR, (minutes * MINUTE) / DAY];
  if (days > 3 && Number.isInteger(days)) return sayCounted(days, 'day');
  return hours > 2 && Number.isInteger(hours) ? sayCounted(hours, 'hour') : sayCounted(minutes, 'minute');
}

const noticeWords = (minutes: number) => (minutes === 0 ? say('none') : spanWords(minutes));
const daysWords = (days: number) => sayCounted(days, 'day');
const everyWords = (minutes: number) => say('every {time}', { time: spanWords(minutes) });

/** The owner's settings, each with its choices. */
export const settingFields = [
  ['visitMinutes', say('A visit takes'), spanWords, [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240]],
  ['installationMinutes', say('An installation takes'), spanWords, [60, 90, 120, 180, 240, 300, 360, 480]],
  ['stepMinutes', say('Visits begin'), everyWords, [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240]],
  [
    'noticeMinutes',
    say('Shortest notice'),
    noticeWords,
    [0, 1, 2, 3, 4, 8, 12, 24, 48, 72, 96, 168].map((hours) => (hours * HOUR) / MINUTE),
  ],
  ['daysAhead', say('Days ahead'), daysWords, [7, 10, 14, 21, 30, 45, 60, 90]],
] as const satisfies readonly (readonly [keyof VisitSettings, string, (value: number) => string, readonly number[]])[];

function noticeSentence(time: string, minutes: number): string {
  if (minutes === 0) return say('no notice');
  return time.endsWith('s') ? say('{time}’ notice', { time }) : say('{time}’s notice', { time });
}

/** `60 minutes, an installation 4 hours, every 90 minutes, 24 hours’ notice, 14 days ahead`. */
export function settingsWords(settings: VisitSettings): string {
  const { visitMinutes, installationMinutes, stepMinutes, noticeMinutes, daysAhead } = settings;
  return [
    say('{time}, an installation {longer}', {
      time: spanWords(visitMinutes),
      longer: spanWords(installationMinutes),
    }),
    everyWords(stepMinutes),
    noticeSentence(spanWords(noticeMinutes), noticeMinutes),
    say('{days} ahead', { days: daysWords(daysAhead) }),
  ].join(', ');
}

export const laterOf = (one: string, other: string) => (one > other ? one : other);
export const earlierOf = (one: string, other: string) => (laterOf(one, other) === one ? other : one);

/** The quarter hours of a day's visits and times away. */
export const clocks = Array.from({ length: (minuteOf(LATEST) - minuteOf(EARLIEST)) / 15 + 1 }, (_, index) =>
  later(EARLIEST, index * 15),
);
