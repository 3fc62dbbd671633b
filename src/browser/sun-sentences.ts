/** The sentences of /sun about a window. The build and the page's script both write them. */
import type { sun as english } from '#i18n/en/sun';
import type { Translated } from '#i18n/language';
import { duration } from '#lib/label';
import { besideWindow, isStrong, type SunMinute, strongSun, type sunYear, worstMonth } from '#lib/sunlight';

export type SunWords = Translated<typeof english>;
type Year = ReturnType<typeof sunYear>;

export const directionOf = (facing: number, { directions }: SunWords) => directions[facing / 45] ?? '';

/** `June`, `junio` */
const monthName = (month: number, locale: string) =>
  new Date(Date.UTC(2001, month, 15)).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' });

/** `4 PM: strong sun on the glass` */
export function momentOf(facing: number, day: readonly SunMinute[], minute: number, words: SunWords): string {
  const sun = day.find((one) => one.minute === minute);
  return `${words.clock(minute)}: ${words.moments[sun ? momentIn(facing, sun) : 'night']}`;
}

function momentIn(facing: number, sun: SunMinute): keyof SunWords['moments'] {
  if (sun.altitude <= 0) return 'night';
  if (Math.abs(besideWindow(facing, sun.azimuth)) >= 90) return 'behind';
  return isStrong(facing, sun) ? 'strong' : 'weak';
}

/** This month, the year, and what helps. */
export function sentencesOf(facing: number, year: Year, month: number, words: SunWords, locale: string): string[] {
  const name = (one: number) => monthName(one, locale);
  const now = strongSun(facing, year[month] ?? []);
  const worst = worstMonth(facing, year);
  const quiet = year.map((day) => strongSun(facing, day) === null);
  const isQuiet = (one: number) => quiet[(one + 12) % 12] ?? false;
  const from = quiet.findIndex((one, index) => one && !isQuiet(index - 1));
  const until = quiet.findIndex((one, index) => one && !isQuiet(index + 1));
  const rest = from < 0 ? words.allYear : words.quiet(name(from), from === until ? null : name(until));
  return [
    now ? words.now(name(month), now.from, now.until, now.long) : words.nowNone(name(month)),
    worst ? `${words.worst(name(worst.month), worst.peak)} ${rest}` : words.never,
    words.helps[worst ? partOfDay(worst.peak) : 'never'],
  ];
}

function partOfDay(minute: number): 'morning' | 'midday' | 'afternoon' {
  if (minute < 660) return 'morning';
  return minute > 840 ? 'afternoon' : 'midday';
}

/** The message that goes with a booking. */
export function noteOf(facing: number, year: Year, words: SunWords, locale: string): string {
  const worst = worstMonth(facing, year);
  const found = duration(worst?.long ?? 0) + words.noteSun;
  const when = worst ? words.noteWorst(monthName(worst.month, locale), worst.peak) : '';
  return `${words.noteHead}\n${words.noteName}: ${directionOf(facing, words)} ${facing}°, ${found}${when}`;
}
