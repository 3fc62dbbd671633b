import { MINUTE } from '#lib/time/units';
import { type Place, sunAt, type SunPosition } from './sun.ts';

export const overhangs = ['none', 'small', 'deep'] as const;
export const trees = ['open', 'some', 'shaded'] as const;

export interface SunWindow {
  readonly name: string;
  /** Degrees clockwise from north. */
  readonly facing: number;
  readonly overhang: (typeof overhangs)[number];
  readonly trees: (typeof trees)[number];
}

/** A place with the zone of its clocks, such as `America/Denver`. */
export interface Town extends Place {
  readonly timeZone: string;
}

export const MAX_WINDOWS = 6;

/** In minutes. */
const STEP = 5;
const DAY = 1440;
const WORST = 120;
/** Shorter gleams move no motor. */
const SHORTEST = 20;
/** A month counts if it has so much direct sun a day. */
const ENOUGH = 60;

/** The tangent of the sun's height, seen from the side, from which a roof shades three quarters of the glass. */
const SHADED_BY: Readonly<Record<SunWindow['overhang'], number>> = { none: Infinity, small: 2.4, deep: 0.7 };
/** The sun stands behind what grows or is built there while it is lower than this, in degrees. */
export const HIDDEN_BELOW: Readonly<Record<SunWindow['trees'], number>> = { open: 0, some: 15, shaded: 40 };
/** Of a beam that only grazes the glass next to nothing comes in. */
const GRAZES = 0.1;

const { atan, cos, max, PI, sin } = Math;
const inRadians = (degrees: number) => (degrees * PI) / 180;

/** Degrees from the window's direction to the sun's, -180 to 180; to the right is positive. */
export const besideWindow = (facing: number, azimuth: number) => ((azimuth - facing + 540) % 360) - 180;

/** The height in degrees from which the roof shades the window, for a sun so far beside its direction. */
export const roofAt = (overhang: SunWindow['overhang'], beside: number) =>
  (atan(SHADED_BY[overhang] * max(0, cos(inRadians(beside)))) * 180) / PI;

/** How strongly the sun shines on the glass: 0 without direct sun. In kW a square meter on a clear day. */
export function sunOn(window: SunWindow, { altitude, azimuth }: SunPosition): number {
  if (altitude <= HIDDEN_BELOW[window.trees]) return 0;
  const beside = besideWindow(window.facing, azimuth);
  const straight = cos(inRadians(altitude)) * cos(inRadians(beside));
  if (straight < GRAZES || altitude > roofAt(window.overhang, beside)) return 0;
  // Meinel's clear sky.
  const air = 1 / sin(inRadians(max(altitude, 1)));
  return 1.353 * 0.7 ** (air ** 0.678) * straight;
}

export interface SunMinute extends SunPosition {
  /** By the clocks of the business's zone. */
  readonly minute: number;
}

/** The middle of a month stands for it. `month` counts from 0. */
const middleOf = (year: number, month: number) => Date.UTC(year, month, 15);

/** Where the sun stands at a minute of the day, by the clocks of the business's zone. */
export function sunAtClock(town: Town, year: number, month: number, minute: number): SunPosition {
  return sunAt(town, middleOf(year, month) + (minute - offsetOf(town, year, month)) * MINUTE);
}

/** By day no clock changes: that happens at night. */
const offsetOf = ({ timeZone }: Town, year: number, month: number) =>
  zoneOffset(timeZone, middleOf(year, month) + DAY * 30_000);

/** Minutes that a zone's clocks are ahead of UTC at an instant: `-300` in a New York winter. */
export function zoneOffset(timeZone: string, instant: number): number {
  const clock = new Date(instant).toLocaleString('sv-SE', { timeZone });
  return Math.round((Date.parse(`${clock.replace(' ', 'T')}Z`) - instant) / MINUTE);
}

/** The sun's way over the day in the middle of each month, every five minutes, while it is up. */
export function sunYear(town: Town, year: number): readonly (readonly SunMinute[])[] {
  return Array.from({ length: 12 }, (_, month) => {
    const start = middleOf(year, month) - offsetOf(town, year, month) * MINUTE;
    const day: SunMinute[] = [];
    for (let minute = 0; minute < DAY; minute += STEP) {
      const sun = sunAt(town, start + minute * MINUTE);
      if (sun.altitude > 0) day.push({ minute, ...sun });
    }
    return day;
  });
}

/** Minutes of the day. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface WindowSun {
  /** Minutes of direct sun on a clear day in the middle of each month. */
  readonly minutes: readonly number[];
  /** When the sun is on the glass, by month: a motor closes at `from` and opens at `until`. */
  readonly spans: readonly (readonly Span[])[];
  /** The month with the most direct sun; -1 without any. */
  readonly most: number;
  /** The two hours of the year with the most heat, and how high the sun stands in their middle. */
  readonly worst: (Span & { readonly month: number; readonly altitude: number }) | null;
  /** The months in a row, over the end of the year too, with an hour of direct sun a day or more; `null` without any. */
  readonly season: { readonly from: number; readonly until: number } | null;
  /** All heat of the year, to compare windows. */
  readonly heat: number;
}

export function windowSun(window: SunWindow, year: ReturnType<typeof sunYear>): WindowSun {
  const heats = year.map((day) => {
    const heat: number[] = new Array(DAY / STEP).fill(0);
    for (const sun of day) heat[sun.minute / STEP] = sunOn(window, sun);
    return heat;
  });
  const minutes = heats.map((heat) => heat.filter((one) => one > 0).length * STEP);
  const most = max(...minutes) > 0 ? minutes.indexOf(max(...minutes)) : -1;
  return {
    minutes,
    spans: heats.map(spansIn),
    most,
    worst: most < 0 ? null : worstIn(heats, year),
    season: seasonIn(minutes),
    heat: heats.flat().reduce((sum, one) => sum + one, 0),
  };
}

function spansIn(heat: readonly number[]): Span[] {
  const spans: Span[] = [];
  let from = -1;
  for (let index = 0; index <= heat.length; index += 1) {
    const isLit = (heat[index] ?? 0) > 0;
    if (isLit && from < 0) from = index;
    if (isLit || from < 0) continue;
    if ((index - from) * STEP >= SHORTEST) spans.push({ from: from * STEP, until: index * STEP });
    from = -1;
  }
  return spans;
}

function worstIn(heats: readonly (readonly number[])[], year: ReturnType<typeof sunYear>): WindowSun['worst'] {
  const length = WORST / STEP;
  let best = { month: 0, index: 0, sum: -1 };
  for (const [month, heat] of heats.entries()) {
    // On quarters of an hour, as people say it.
    for (let index = 0; index + length <= heat.length; index += 15 / STEP) {
      const sum = heat.slice(index, index + length).reduce((all, one) => all + one, 0);
      if (sum > best.sum + 1e-9) best = { month, index, sum };
    }
  }
  const from = best.index * STEP;
  const lit = year[best.month]?.filter(({ minute }) => minute >= from && minute < from + WORST) ?? [];
  const altitude = lit[Math.floor(lit.length / 2)]?.altitude ?? 0;
  return { month: best.month, from, until: from + WORST, altitude };
}

/** The longest row of months with enough sun. */
function seasonIn(minutes: readonly number[]): WindowSun['season'] {
  const isSunny = (month: number) => (minutes[(month + 12) % 12] ?? 0) >= ENOUGH;
  let best = { from: 0, length: 0 };
  for (let from = 0; from < 12; from += 1) {
    let length = 0;
    while (length < 12 && isSunny(from + length)) length += 1;
    if (length > best.length) best = { from, length };
  }
  return best.length > 0 ? { from: best.from, until: (best.from + best.length - 1) % 12 } : null;
}

/** The windows with the most heat first, the two that a dealer would begin with. */
export const twoFirst = <Item extends { readonly heat: number }>(all: readonly Item[]): Item[] =>
  all
    .filter(({ heat }) => heat > 0)
    .toSorted((one, other) => other.heat - one.heat)
    .slice(0, 2);
