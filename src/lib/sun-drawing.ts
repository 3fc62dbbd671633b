/**
 * The picture of /sun as SVG, for the build and for the page's script: a window from inside. Across it are the directions,
 * a quarter turn to either side; up it is the height above the horizon.
 */
import { besideWindow, STEP, STRONG, type SunMinute, sunOn } from './sunlight.ts';

/** In units of the drawing, as all numbers here. */
export const VIEW = { width: 640, height: 372 };
const GLASS = { left: 56, right: 584, top: 36, bottom: 268 };
const HORIZON = 240;
const FLOOR = 310;
const MIDDLE = VIEW.width / 2;
const ACROSS = (GLASS.right - GLASS.left) / 180;
const UP = (HORIZON - GLASS.top) / 90;
/** The edges of the three panes. */
const PANES = [GLASS.left, 230, 410, GLASS.right] as const;

/** Colors are those of brand/look.json. */
const color = (name: string) => `var(--color-${name})`;
const box = (fill: string, x: number, y: number, width: number, height: number, opacity = 1) =>
  `<rect fill="${color(fill)}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''} x="${x}" y="${y}" width="${width}" height="${height}"/>`;

interface Labels {
  /** The eight directions from north on: `N`, `NE`. */
  readonly points: readonly string[];
  /** `4 PM` */
  readonly clock: (minute: number) => string;
}

const round = (number: number) => Math.round(number * 10) / 10;

/** The whole picture, for a window's direction and a minute of `day`. */
export function sunPicture(facing: number, day: readonly SunMinute[], minute: number, labels: Labels): string {
  const spotOf = (sun: SunMinute): Spot => {
    const beside = besideWindow(facing, sun.azimuth);
    return { ...sun, beside, x: round(MIDDLE + beside * ACROSS), y: round(HORIZON - sun.altitude * UP) };
  };
  const way = day.map(spotOf).filter(({ altitude, beside }) => altitude > 0 && Math.abs(beside) < 90);
  const hours = way.filter((sun) => sun.minute % 60 === 0 && Math.abs(sun.beside) < 84);
  const seen = way.find((sun) => sun.minute === minute);
  /** How far the shade is down: all the way before a strong sun. */
  const drawn = seen ? Math.min(1, sunOn(facing, seen) / STRONG) : 0;
  const { left, right, top, bottom } = GLASS;
  const frame = `M${left} ${top}H${right}V${bottom}H${left}zM${PANES[1]} ${top}V${bottom}M${PANES[2]} ${top}V${bottom}`;
  return [
    box('linen', 0, 0, VIEW.width, FLOOR),
    box('flax', 0, FLOOR, VIEW.width, VIEW.height - FLOOR),
    seen ? lightOf(seen, sunOn(facing, seen) * (1 - 0.75 * drawn)) : '',
    box('white', 0, FLOOR - 9, VIEW.width, 9),
    box(skyOf(day[minute / STEP]?.altitude ?? 0), left, top, right - left, bottom - top),
    wayOf(way),
    ...hours.map(({ x, y }) => `<circle fill="${color('soft')}" cx="${x}" cy="${y}" r="3.5"/>`),
    seen
      ? `<circle fill="${color('sun')}" stroke="${color('notice-ink')}" stroke-width="1.5" cx="${seen.x}" cy="${seen.y}" r="16"/>`
      : '',
    box('hairline', left, HORIZON, right - left, bottom - HORIZON),
    `<path fill="none" stroke="${color('edge')}" stroke-width="11" d="${frame}"/>`,
    `<path fill="none" stroke="${color('white')}" stroke-width="9" d="${frame}"/>`,
    box('white', left - 20, bottom + 4, right - left + 40, 11),
    seen ? shadeTo(round(top + drawn * (seen.y + 22 - top))) : '',
    box('hairline', left, top - 5, right - left, 12),
    box('ink', left - 8, top - 19, right - left + 16, 14),
    ...hours.filter((sun) => sun.minute % 120 === 0 && sun.altitude > 9).map((sun) => hourOf(sun, labels)),
    ...labels.points.map((name, index) => pointOf(name, besideWindow(facing, index * 45))),
  ].join('');
}

function skyOf(altitude: number): string {
  if (altitude < -4) return 'night-soft';
  return altitude < 8 ? 'brick-pale' : 'lagoon-tint';
}

/** The light on the floor, through each pane: away from the sun, and the longer the lower it stands. */
function lightOf({ beside, altitude }: Spot, strength: number): string {
  const slope = Math.tan((Math.max(altitude, 4) * Math.PI) / 180);
  const length = Math.min(1, 0.5 / slope) * (VIEW.height - FLOOR - 4);
  const shift = Math.max(-150, Math.min(150, -Math.tan((beside * Math.PI) / 180) * length));
  const panes = PANES.slice(1).map((right, index) => {
    const left = PANES[index] ?? 0;
    return `M${left + 8} ${FLOOR}H${right - 8}l${round(shift)} ${round(length)}H${round(left + 8 + shift)}z`;
  });
  const opacity = round(Math.min(1, strength / 0.4));
  return `<path fill="${color('notice')}" fill-opacity="${opacity}" d="${panes.join('')}"/>`;
}

/** Its fabric, which the sun glows through, and its bottom rail. */
function shadeTo(y: number): string {
  const { left, right, top } = GLASS;
  return box('flax', left, top, right - left, y - top, 0.8) + box('edge', left, y, right - left, 5);
}

interface Spot extends SunMinute {
  readonly beside: number;
  readonly x: number;
  readonly y: number;
}

/** The sun's way, broken where it leaves the window and comes back. */
function wayOf(spots: readonly Spot[]): string {
  const steps = spots.map(({ x, y, minute }, index) => {
    const isNext = minute - (spots[index - 1]?.minute ?? 0) === STEP;
    return `${isNext ? 'L' : 'M'}${x} ${y}`;
  });
  return `<path fill="none" stroke="${color('soft')}" stroke-width="2" d="${steps.join('')}"/>`;
}

/** Above the sun's way, which rises until noon and falls from then on; nothing where the glass has no room for it. */
function hourOf({ x, y, azimuth, minute }: Spot, { clock }: Labels): string {
  const [side, room] = azimuth < 180 ? [-10, x - GLASS.left] : [10, GLASS.right - x];
  if (room < 100 || y < GLASS.top + 38) return '';
  return `<text text-anchor="${side < 0 ? 'end' : 'start'}" x="${x + side}" y="${round(y - 8)}">${clock(minute)}</text>`;
}

const pointOf = (name: string, beside: number) =>
  Math.abs(beside) > 84
    ? ''
    : `<text text-anchor="middle" x="${round(MIDDLE + beside * ACROSS)}" y="${GLASS.bottom - 7}">${name}</text>`;
