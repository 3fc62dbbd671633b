/** When the sun shines on a window. Directions are degrees clockwise from north, months count from 0. */
import { getPosition, type Position } from 'suncalc';
import zone from '#brand/zone.json' with { type: 'json' };
import { MINUTE } from '#lib/time/units';

/** Degrees; north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** In degrees, at a minute of the day by the business's clocks. */
export interface SunMinute extends Readonly<Position> {
  readonly minute: number;
}

/** The direction that the page is built with: west, where most of the heat comes from. */
export const FIRST = 270;
/** The slider of the day, in minutes: 5 AM to 10 PM. */
export const SLIDER = { min: 300, max: 1320 } as const;
/** In minutes: nobody plans a shade by less than a quarter of an hour. */
export const STEP = 15;
/**
 * From here on the sun counts, in kW a square meter of glass: a quarter of what a clear noon has. At 28° of latitude no
 * north window reaches it on any day, and a south window not in June.
 */
export const STRONG = 0.25;

const { cos, max, PI, sin } = Math;
const inRadians = (degrees: number) => (degrees * PI) / 180;

/** Degrees from the window's direction to the sun's, -180 to 180; to the right is positive. */
export const besideWindow = (facing: number, azimuth: number) => ((azimuth - facing + 540) % 360) - 180;

/** How strongly the sun of a clear day shines on the glass, in kW a square meter, by Meinel's formula. */
export function sunOn(facing: number, { altitude, azimuth }: Position): number {
  if (altitude <= 0) return 0;
  const air = 1 / sin(inRadians(max(altitude, 1)));
  const straight = cos(inRadians(altitude)) * cos(inRadians(besideWindow(facing, azimuth)));
  return max(0, 1.353 * 0.7 ** (air ** 0.678) * straight);
}

export const isStrong = (facing: number, sun: Position) => sunOn(facing, sun) >= STRONG;

/** The middle of each month, which stands for it: the sun every quarter of an hour. */
export function sunYear({ latitude, longitude }: Place, year: number): readonly (readonly SunMinute[])[] {
  return Array.from({ length: 12 }, (_, month) => {
    const midnight = midnightOf(year, month);
    return Array.from({ length: 1440 / STEP }, (_, index) => {
      const minute = index * STEP;
      return { minute, ...getPosition(new Date(midnight + minute * MINUTE), latitude, longitude) };
    });
  });
}

/**
 * The start of the 15th by the business's clocks, which no zone changes on that day, in ms since the epoch. `zonedMidnight`
 * says the same with 8 kB of date-fns in the page.
 */
function midnightOf(year: number, month: number): number {
  const noon = Date.UTC(year, month, 15, 12);
  const clock = new Date(noon).toLocaleString('sv-SE', { timeZone: zone.timeZone });
  return Date.UTC(year, month, 15) - (Date.parse(`${clock.replace(' ', 'T')}Z`) - noon);
}

/** The strong sun of one day, in minutes. */
export interface StrongSun {
  readonly from: number;
  readonly until: number;
  readonly long: number;
  /** When it is strongest. */
  readonly peak: number;
  /** To compare days. */
  readonly heat: number;
}

/** `null` on a day without strong sun. */
export function strongSun(facing: number, day: readonly SunMinute[]): StrongSun | null {
  const strong = day
    .map((sun) => ({ minute: sun.minute, heat: sunOn(facing, sun) }))
    .filter(({ heat }) => heat >= STRONG);
  const [first, last] = [strong[0], strong.at(-1)];
  if (!first || !last) return null;
  return {
    from: first.minute,
    until: last.minute + STEP,
    long: strong.length * STEP,
    peak: strong.reduce((best, one) => (one.heat > best.heat ? one : best)).minute,
    heat: strong.reduce((sum, one) => sum + one.heat, 0),
  };
}

/** The month with the most heat; `undefined` for a window that never has strong sun. */
export const worstMonth = (facing: number, year: ReturnType<typeof sunYear>) =>
  year
    .flatMap((day, month) => {
      const sun = strongSun(facing, day);
      return sun ? [{ month, ...sun }] : [];
    })
    .toSorted((one, other) => other.heat - one.heat)[0];

/** When a window is first shown: its strongest minute of `day`. A day without strong sun leaves the time as it is. */
export const startOf = (facing: number, day: readonly SunMinute[], otherwise: number) =>
  strongSun(facing, day)?.peak ?? otherwise;

/** `?facing=270&at=1020` */
export function readAddress({ search }: Pick<Location, 'search'>) {
  const fields = new URLSearchParams(search);
  const facing = Number.parseInt(fields.get('facing') ?? '', 10);
  const minute = Math.round(Number(fields.get('at')) / STEP) * STEP;
  return {
    facing: facing >= 0 ? (Math.round(facing / 45) % 8) * 45 : undefined,
    minute: minute >= SLIDER.min && minute <= SLIDER.max ? minute : undefined,
  };
}
