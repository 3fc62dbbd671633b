/**
 * The drawings of /sun as SVG markup, for the build and for the page's script. A window seen from inside: across it are
 * the directions, a quarter turn to either side; up it is the height above the horizon.
 */
import type { SunPosition } from './sun.ts';
import { besideWindow, HIDDEN_BELOW, roofAt, type SunMinute, type SunWindow } from './sunlight.ts';

/** In units of the drawing. */
export const VIEW = { width: 640, height: 436 };
const GLASS = { left: 96, right: 544, top: 44, bottom: 332 };
const HORIZON = 306;
const FLOOR = 374;
const MIDDLE = VIEW.width / 2;
const ACROSS = (GLASS.right - GLASS.left) / 180;
const UP = (HORIZON - GLASS.top) / 90;

/** Attributes. The colors are those of brand/look.json. */
const SUN = 'fill="var(--color-sun)" stroke="var(--color-notice-ink)" stroke-width="1.5"';
const LINE = 'fill="none" stroke="var(--color-soft)" stroke-width="2"';
const FAR_LINE = 'fill="none" stroke="var(--color-edge)" stroke-width="1.25" stroke-dasharray="2 7"';
const WHITE_LINE = 'fill="none" stroke="var(--color-white)" stroke-width="9"';
/** The dial's house, with its window to the north. */
const HOUSE =
  '<path fill="var(--color-paper)" stroke="var(--color-edge)" d="M76 92h48v44H76z"/>' +
  '<path stroke="var(--color-ink)" stroke-width="5" d="M82 92h36"/>';

interface Labels {
  /** The eight directions from north on: `N`, `NE`. */
  readonly points: readonly string[];
  /** `4 PM` */
  readonly hour: (minute: number) => string;
}

interface Scene {
  readonly window: SunWindow;
  readonly year: readonly (readonly SunMinute[])[];
  readonly month: number;
  readonly sun: SunPosition;
  readonly isDirect: boolean;
}

const round = (number: number) => Math.round(number * 10) / 10;
const at = (beside: number, altitude: number) => [MIDDLE + beside * ACROSS, HORIZON - altitude * UP] as const;
const pointsOf = (points: readonly (readonly [number, number])[]) => points.map((two) => two.map(round)).join(' ');

/** Everything that changes with the window, the month and the time. */
export function windowDrawing(scene: Scene, labels: Labels): string {
  const { window, year, month, sun, isDirect } = scene;
  const { left, right, top, bottom } = GLASS;
  const beside = besideWindow(window.facing, sun.azimuth);
  const isInView = sun.altitude > -0.9 && Math.abs(beside) < 90;
  const [x, y] = at(beside, sun.altitude);
  return [
    `<rect fill="${skyColor(sun.altitude)}" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`,
    ...[5, 11].filter((one) => one !== month).map((one) => pathOf(window, year[one] ?? [], FAR_LINE)),
    pathOf(window, year[month] ?? [], LINE),
    marksOf(window, year[month] ?? []),
    isInView ? `<circle ${SUN} cx="${round(x)}" cy="${round(y)}" r="15"/>` : '',
    treesOf(HIDDEN_BELOW[window.trees]),
    `<rect fill="var(--color-hairline)" x="${left}" y="${HORIZON}" width="${right - left}" height="${bottom - HORIZON}"/>`,
    roofOf(window),
    `<path class="frame" ${WHITE_LINE} d="M${MIDDLE - 75} ${top}V${bottom}M${MIDDLE + 75} ${top}V${bottom}"/>`,
    labelsOf(window, year[month] ?? [], labels),
    directionsOf(window, labels),
    isDirect ? patchOf(beside, sun.altitude) : '',
  ].join('');
}

function skyColor(altitude: number): string {
  if (altitude < -4) return 'var(--color-night-soft)';
  return altitude < 8 ? 'var(--color-brick-pale)' : 'var(--color-lagoon-tint)';
}

/** The sun's way through the window on a day, in pieces where it leaves the window. */
function pathOf(window: SunWindow, day: readonly SunMinute[], line: string): string {
  const pieces: (readonly [number, number])[][] = [[]];
  for (const { altitude, azimuth } of day) {
    const beside = besideWindow(window.facing, azimuth);
    if (Math.abs(beside) < 90) pieces.at(-1)?.push(at(beside, altitude));
    else if (pieces.at(-1)?.length) pieces.push([]);
  }
  return pieces
    .filter(({ length }) => length > 1)
    .map((piece) => `<polyline ${line} points="${pointsOf(piece)}"/>`)
    .join('');
}

/** The places of the sun at full hours. */
function hoursOf(window: SunWindow, day: readonly SunMinute[]) {
  return day
    .filter(({ minute }) => minute % 60 === 0)
    .map(({ minute, altitude, azimuth }) => ({ minute, altitude, beside: besideWindow(window.facing, azimuth) }))
    .filter(({ beside }) => Math.abs(beside) < 84);
}

const marksOf = (window: SunWindow, day: readonly SunMinute[]) =>
  hoursOf(window, day)
    .map(({ beside, altitude }) => at(beside, altitude).map(round))
    .map(([x, y]) => `<circle fill="var(--color-soft)" cx="${x}" cy="${y}" r="3.5"/>`)
    .join('');

/** Each second hour in words, on the side where the frame leaves room. */
const labelsOf = (window: SunWindow, day: readonly SunMinute[], { hour }: Labels) =>
  hoursOf(window, day)
    .filter(({ minute, altitude }) => minute % 120 === 0 && altitude > 8)
    .map(({ minute, beside, altitude }) => {
      const [x, y] = at(beside, altitude);
      const isLeft = beside > 45 || (beside > 0 && beside < 30);
      const [dx, side] = isLeft ? [-12, ' text-anchor="end"'] : [12, ''];
      return `<text${side} x="${round(x + dx)}" y="${round(Math.max(y + 6, GLASS.top + 28))}">${hour(minute)}</text>`;
    })
    .join('');

/** Round crowns along the horizon, as high as they hide the sun. */
function treesOf(height: number): string {
  if (height === 0) return '';
  const { left, right } = GLASS;
  const top = HORIZON - height * UP;
  const crowns = 8;
  const wide = (right - left) / crowns;
  const arcs = Array.from({ length: crowns }, () => `a${wide / 2} ${wide / 3} 0 0 1 ${wide} 0`).join('');
  return `<path fill="var(--color-lagoon-light)" d="M${left} ${HORIZON}V${round(top + 6)}${arcs}V${HORIZON}z"/>`;
}

/** The underside of the roof: above its edge the sun does not reach the glass. */
function roofOf({ overhang }: SunWindow): string {
  if (overhang === 'none') return '';
  const edge = Array.from({ length: 37 }, (_, index) => index * 5 - 90).map((beside) =>
    at(beside, roofAt(overhang, beside)),
  );
  const { left, right, top } = GLASS;
  return `<polygon fill="var(--color-edge)" points="${pointsOf([[left, top], ...edge, [right, top]])}"/>`;
}

function directionsOf({ facing }: SunWindow, { points }: Labels): string {
  return points
    .map((name, index) => {
      const beside = besideWindow(facing, index * 45);
      if (Math.abs(beside) > 84) return '';
      return `<text text-anchor="middle" x="${round(MIDDLE + beside * ACROSS)}" y="${GLASS.bottom - 7}">${name}</text>`;
    })
    .join('');
}

/** The light on the floor: away from the sun, and the longer the lower it stands. */
function patchOf(beside: number, altitude: number): string {
  const angle = (beside * Math.PI) / 180;
  const length = Math.min(1, 0.32 / Math.tan((Math.max(altitude, 4) * Math.PI) / 180)) * (VIEW.height - FLOOR - 6);
  const shift = Math.max(-90, Math.min(90, -Math.tan(angle) * length));
  const { left, right } = GLASS;
  const corners = [
    [left + 10, FLOOR + 2],
    [right - 10, FLOOR + 2],
    [right - 10 + shift, FLOOR + 2 + length],
    [left + 10 + shift, FLOOR + 2 + length],
  ] as const;
  return `<polygon fill="var(--color-notice)" points="${pointsOf(corners)}"/>`;
}

/** The dial from above: what the window sees, the sun, and the knob. North is up. */
export function dialDrawing(facing: number, sun: SunPosition): string {
  const onRing = (azimuth: number, radius: number) => {
    const angle = (azimuth * Math.PI) / 180;
    return [100 + radius * Math.sin(angle), 100 - radius * Math.cos(angle)] as const;
  };
  const [from, until] = [onRing(facing - 84, 78), onRing(facing + 84, 78)];
  const [x, y] = onRing(facing, 78);
  const [sunX, sunY] = onRing(sun.azimuth, 78);
  return [
    `<path fill="var(--color-notice)" d="M100 100L${pointsOf([from])}A78 78 0 0 1 ${pointsOf([until])}z"/>`,
    '<circle fill="none" stroke="var(--color-edge)" stroke-width="1.5" cx="100" cy="100" r="78"/>',
    `<g transform="rotate(${facing} 100 100)">${HOUSE}</g>`,
    `<path stroke="var(--color-lagoon)" stroke-width="2" d="M100 100L${pointsOf([[x, y]])}"/>`,
    sun.altitude > 0 ? `<circle ${SUN} cx="${round(sunX)}" cy="${round(sunY)}" r="8"/>` : '',
    `<circle fill="var(--color-lagoon)" cx="${round(x)}" cy="${round(y)}" r="13"/>`,
  ].join('');
}

/** The bars of the months. The tallest one fills the drawing. */
export function barsDrawing(minutes: readonly number[], month: number): string {
  const longest = Math.max(60, ...minutes);
  return minutes
    .map((one, index) => {
      const height = round((one / longest) * 88);
      const color = index === month ? 'lagoon' : 'flax';
      return `<rect fill="var(--color-${color})" x="${index * 20 + 2}" y="${round(92 - height)}" width="16" height="${Math.max(2, height)}"/>`;
    })
    .join('');
}
