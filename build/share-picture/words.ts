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
export const WORDS = { width: 560, logoHeight: 140, height: 630 };
const LEFT = 64;
const MEASURE = 456;
const TOP = 160;
const BOTTOM = 500;

const require = createRequire(import.meta.url);
const serif = typesetter(require.resolve(typefaces.display.pictures), -0.022);
const sans = typesetter(require.resolve(typefaces.text.pictures));

/** The upper part as an SVG without `<text>`.  */
export function drawLogo({ name, descriptor }: Words['logo']): string {
  return drawing({ from: 0, to: WORDS.logoHeight }, [
    placedMark({ x: LEFT, y: 64, size: 56, color: colors.lagoon }),
    text(colors.ink, serif.path(name, { x: 132, y: 94, size: 38 })),
    text(colors.mute, sans.path(descriptor, { x: 132, y: 124, size: 18 })),
  ]);
}

export function drawHeadline({ headline, line }: Pick<Words, 'headline' | 'line'>): string {
  return drawing({ from: WORDS.logoHeight, to: WORDS.height }, [
    text(colors.ink, headlinePath(headline)),
    text(colors.soft, linePath(line)),
  ]);
}

/** The typesetter writes tenths of a pixel. */
const text = (color: string, path: string) => `<path fill="${color}" transform="scale(.1)" d="${path}"/>`;

function drawing({ from, to }: { from: number; to: number }, shapes: readonly string[]): string {
  const size = `width="${WORDS.width}" height="${to - from}" viewBox="0 ${from} ${WORDS.width} ${to - from}"`;
  const ground = `<rect y="${from}" width="100%" height="100%" fill="${colors.paper}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${shapes.join('')}</svg>`;
}

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
