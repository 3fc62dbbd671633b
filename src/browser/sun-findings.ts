/** What /sun says about a window, for the build and for the page's script. */
import type { sun as english } from '#i18n/en/sun';
import type { Translated } from '#i18n/language';
import type { SunPosition } from '#lib/sun';
import { hoursAndMinutes, noteLine } from '#lib/sun-note';
import { besideWindow, HIDDEN_BELOW, roofAt, type SunWindow, sunOn, type WindowSun } from '#lib/sunlight';

export type SunWords = Translated<typeof english>;

/** A sun below this height shines far into the room, in degrees. */
const LOW = 40;

export const directionOf = (facing: number, { directions }: Pick<SunWords, 'directions'>) =>
  directions[Math.round(facing / 45) % 8] ?? '';

/** `June`, `junio` */
export const monthName = (month: number, locale: string, length: 'long' | 'narrow' = 'long') =>
  new Date(Date.UTC(2001, month, 15)).toLocaleDateString(locale, { month: length, timeZone: 'UTC' });

/** Where the sun is, in a sentence. */
export function sentenceOf(
  window: SunWindow,
  sun: SunPosition,
  at: { month: number; minute: number },
  words: SunWords,
  locale: string,
): string {
  return words.at(monthName(at.month, locale), words.clock(at.minute)) + placeOf(window, sun, words);
}

function placeOf(window: SunWindow, sun: SunPosition, words: SunWords): string {
  if (sunOn(window, sun) > 0) return words.onGlass(Math.round(sun.altitude));
  if (sun.altitude <= 0) return words.night;
  const beside = besideWindow(window.facing, sun.azimuth);
  if (Math.abs(beside) >= 90) return words.behind;
  if (sun.altitude <= HIDDEN_BELOW[window.trees]) return words.hidden;
  return sun.altitude > roofAt(window.overhang, beside) ? words.roof : words.grazes;
}

/** `null` for a window without direct sun. */
export function findingsOf(found: WindowSun, month: number, words: SunWords, locale: string) {
  const { most, worst, season, spans } = found;
  if (most < 0 || !worst) return null;
  const degrees = Math.round(worst.altitude);
  const isLow = degrees < LOW;
  const moves = (spans[month] ?? []).map(({ from, until }) => words.span(words.clock(from), words.clock(until)));
  const name = (one: number) => monthName(one, locale);
  return {
    most: words.most(name(most), hoursAndMinutes(found.minutes[most] ?? 0)),
    worst: words.worst(words.clock(worst.from), words.clock(worst.until), name(worst.month)),
    motor:
      moves.length > 0
        ? words.motorMoves(name(month), `${moves.join(`; ${words.and} `)}.`)
        : words.motorStays(name(month)),
    season: seasonOf(season, words, name),
    shade: isLow ? words.shadeLow(degrees) : words.shadeHigh(degrees),
    screen: words.screenWords,
    shutter: isLow ? words.shutterLow : words.shutterHigh,
  };
}

function seasonOf(season: WindowSun['season'], words: SunWords, name: (month: number) => string): string {
  if (!season) return words.seasonNone;
  const { from, until } = season;
  if (from === until) return words.seasonOne(name(from));
  return (until + 1) % 12 === from ? words.seasonAll : words.season(name(from), name(until));
}

/** The message that goes with a booking: a line a window. */
export function noteOf(all: readonly (readonly [SunWindow, WindowSun])[], words: SunWords, locale: string): string {
  const lines = all.map(([window, { most, minutes, worst }]) => {
    const sun =
      most < 0 || !worst
        ? words.noteNone
        : words.noteSun(
            hoursAndMinutes(minutes[most] ?? 0),
            monthName(most, locale),
            words.worst(words.clock(worst.from), words.clock(worst.until), monthName(worst.month, locale)),
          );
    const extras = words.noteExtras(words.overhangs[window.overhang], words.treesWords[window.trees]);
    return noteLine(window.name, directionOf(window.facing, words), window.facing, sun + extras);
  });
  return [words.noteHead, ...lines].join('\n');
}
