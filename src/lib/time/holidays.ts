import { madeOnce } from '../made-once.ts';
import { addDays, weekdayOf } from './dates.ts';

/**
 * A yearly day off: a date, or the nth weekday of a month (`nth: -1` is the last). As with federal holidays, a Saturday
 * also takes the Friday before, and a Sunday the Monday after. `name`: as the owner reads it.
 */
export type HolidayRule = { readonly name?: string; readonly month: number } & (
  | { readonly day: number }
  | { readonly weekday: number; readonly nth: number }
);

/** A day without visits. `date` is `YYYY-MM-DD`. */
export interface Holiday {
  readonly date: string;
  readonly name: string;
}

const known = new WeakMap<readonly HolidayRule[], Map<number, readonly Holiday[]>>();

/** The holidays from `from` to `to`, both included, in order. Computed for any year. */
export function holidaysBetween(rules: readonly HolidayRule[], from: string, to: string): Holiday[] {
  const first = Number(from.slice(0, 4));
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
  return years.flatMap((year) => holidaysOf(rules, year)).filter(({ date }) => date >= from && date <= to);
}

export function isHoliday(rules: readonly HolidayRule[], date: string): boolean {
  return holidaysOf(rules, Number(date.slice(0, 4))).some((holiday) => holiday.date === date);
}

/** The year's holidays. The next year's New Year's Day may add December 31. */
function holidaysOf(rules: readonly HolidayRule[], year: number): readonly Holiday[] {
  const years = madeOnce(known, rules, () => new Map<number, readonly Holiday[]>());
  return madeOnce(years, year, () => {
    const near = [year, year + 1].flatMap((one) => rules.flatMap((rule) => daysOff(rule, one)));
    const inYear = near.filter(({ date }) => date.startsWith(`${year}-`));
    return inYear.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  });
}

function daysOff(rule: HolidayRule, year: number): Holiday[] {
  const { name = '' } = rule;
  if ('nth' in rule) return [{ date: nthWeekday(year, rule), name }];
  const date = dateOf(year, rule.month, rule.day);
  const observed = { 6: addDays(date, -1), 0: addDays(date, 1) }[weekdayOf(date)];
  return [{ date, name }, ...(observed ? [{ date: observed, name: `${name}, observed` }] : [])];
}

function nthWeekday(year: number, { month, weekday, nth }: { month: number; weekday: number; nth: number }): string {
  const first = dateOf(year, month, 1);
  const before = (weekday - weekdayOf(first) + 7) % 7;
  if (nth > 0) return addDays(first, before + (nth - 1) * 7);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

function dateOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
