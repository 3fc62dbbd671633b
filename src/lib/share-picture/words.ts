import { logoMark } from '../logo-mark.ts';
import { typesetter } from './typesetter.ts';

/** What a picture for links says: whose it is, what the page is about, and one line below. */
export interface Words {
  readonly logo: { readonly name: string; readonly descriptor: string };
  readonly headline: string;
  readonly line: string;
}

/** Pixels. The words stand at the left, the window at the right of a picture of 1200 by 630. */
export const WORDS = { width: 560, height: 630 };
const LEFT = 64;
const MEASURE = 456;
const TOP = 160;
const BOTTOM = 500;

const serif = typesetter('@fontsource/newsreader/files/newsreader-latin-300-normal.woff', -0.022);
const sans = typesetter('@fontsource/figtree/files/figtree-latin-400-normal.woff');

/** The left part of the picture as an SVG without a single `<text>`. Colors are those of tokens.theme.css. */
export function drawWords({ logo, headline, line }: Words): string {
  const mark = `<path fill="#0f5b5c" transform="translate(${LEFT} 64) scale(1.75)" d="${logoMark}"/>`;
  const name = serif.path(logo.name, { x: 132, y: 94, size: 38 });
  const descriptor = sans.path(logo.descriptor, { x: 132, y: 124, size: 18 });
  const shapes = [
    mark,
    `<path fill="#211c17" d="${name}${headlinePath(headline)}"/>`,
    `<path fill="#6a6055" d="${descriptor}"/>`,
    `<path fill="#51483f" d="${linePath(line)}"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WORDS.width}" height="${WORDS.height}">${shapes.join('')}</svg>`;
}

/** As large as four lines allow, in the middle between logo and line. */
function headlinePath(headline: string): string {
  const { size, lines } = largest(headline);
  const leading = size * 1.02;
  const first = (TOP + BOTTOM - leading * lines.length) / 2 + size * 0.82;
  return lines.map((text, index) => serif.path(text, { x: LEFT, y: first + index * leading, size })).join('');
}

/** Pixels, the largest first. */
const SIZES = [76, 66, 58, 50, 42] as const;

/** The largest size at which the headline stays between logo and line. Throws where even the smallest is too large. */
function largest(headline: string): { size: number; lines: string[] } {
  for (const size of SIZES) {
    const lines = serif.lines(headline, size, MEASURE);
    if (lines && lines.length <= (size > 42 ? 4 : 7)) return { size, lines };
  }
  throw new Error(`"${headline}" is too long for the picture that links show. Shorten it.`);
}

function linePath(line: string): string {
  const size = 24;
  const lines = sans.lines(line, size, MEASURE) ?? [line];
  const first = 574 - (lines.length - 1) * 34;
  return lines.map((text, index) => sans.path(text, { x: LEFT, y: first + index * 34, size })).join('');
}
