import zone from '#brand/zone.json' with { type: 'json' };
import { addDays, type CalendarDate, weekdayOf, zonedToday } from './dates.ts';
import { type HolidayRule, isHoliday } from './holidays.ts';
import type { OpeningHours } from './open-days.ts';

/** When requests are answered: within so many hours, on the days on which somebody answers the phone. */
export interface AnswerRule {
  readonly withinHours: number;
  readonly hours: OpeningHours;
  readonly holidays: readonly HolidayRule[];
}

/** So many hours before a day off suffice to answer whoever asks then. */
const ENOUGH = 4;

/** Made when it is needed, which takes a phone tens of ms, and once: the owner's list asks for every lead. */
let clock: Intl.DateTimeFormat | undefined;

/** Hours after midnight. */
function hourAt(now: number): number {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeZone: zone.timeZone, hour: '2-digit', minute: '2-digit' });
  const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number);
  return hour + minute / 60;
}

/** From when to when somebody is there, in hours after midnight; `null` on a day off. */
export const openOn = (
  { hours, holidays }: Pick<AnswerRule, 'hours' | 'holidays'>,
  date: CalendarDate,
): readonly [number, number] | null =>
  isHoliday(holidays, date) ? null : (hours[weekdayOf(date) as keyof OpeningHours] ?? null);

/**
 * The day on which what is asked at `now` (ms) is answered, if that is later than promised: on a day off, and from a few
 * hours before one on. Small, so without the library of dates: pages run it too.
 */
export function answerDay(now: number, rule: AnswerRule): CalendarDate | null {
  const today = zonedToday(now);
  const [, closes] = openOn(rule, today) ?? [0, 0];
  const days = Array.from({ length: 14 }, (_, index) => addDays(today, index + 1));
  const isInTime = closes > 0 && (openOn(rule, days[0] ?? today) || closes - hourAt(now) > ENOUGH);
  return isInTime ? null : (days.find((day) => openOn(rule, day)) ?? null);
}
