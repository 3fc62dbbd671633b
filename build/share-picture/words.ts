import { createRequire } from 'node:module';
import typefaces from '#brand/typefaces/sources.json' with { type: 'json' };
import { colors } from '#business';
import { placedMark } from '../mark.ts';
import { typesetter } from './typesetter.ts';

export interface Words {
  readonly logo: { readonly name: string; readonly descriptor: string };
  readonly headline: string;
  readonly line: string;
}

/** In pixels. The words fill the left of the picture: the logo above, headline and line below. */
export const WORDS = { width: 560, height: 630 };
const LEFT = 64;
const MEASURE = 456;
const TOP = 160;
const BOTTOM = 500;

const require = createRequire(import.meta.url);
const serif = typesetter(require.resolve(typefaces.display.pictures), -0.022);
const sans = typesetter(require.resolve(typefaces.text.pictures));

/** The words as an SVG without `<text>`. */
export function drawWords({ logo, headline, line }: Words): string {
  const shapes = [
    `<rect width="100%" height="100%" fill="${colors.paper}"/>`,
    placedMark({ x: LEFT, y: 64, size: 56, color: colors.lagoon }),
    text(colors.ink, serif.path(logo.name, { x: 132, y: 94, size: 38 })),
    text(colors.mute, sans.path(logo.descriptor, { x: 132, y: 124, size: 18 })),
    text(colors.ink, headlinePath(headline)),
    text(colors.soft, linePath(line)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WORDS.width}" height="${WORDS.height}">${shapes.join('')}</svg>`;
}

/** The typesetter writes tenths of a pixel. */
const text = (color: string, path: string) => `<path fill="${color}" transform="scale(.1)" d="${path}"/>`;

function headlinePath(headline: string): string {
  const { size, lines } = largest(headline);
  const leading = size * 1.02;
  const first = (TOP + BOTTOM - leading * lines.length) / 2 + size * 0.82;
  return lines.map((text, index) => serif.path(text, { x: LEFT, y: first + index * leading, size })).join('');
}

/** In pixels, the largest first. */
const SIZES = [76, 66, 58, 50, 42] as const;

/** The largest size that fits. Throws if none does. */
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
