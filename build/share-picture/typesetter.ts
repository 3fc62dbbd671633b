import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

/** Turns text into shapes, because the build machine may have no fonts. */
export interface Typesetter {
  /** One line as SVG path data, in tenths of a pixel. `x` and `y` are the start of its baseline, in pixels. */
  path(text: string, place: { x: number; y: number; size: number }): string;
  /** The fewest and most even lines of this width (CSS `text-wrap: balance`); `null` if a word is too wide. */
  lines(text: string, size: number, width: number): string[] | null;
}

/** Reads a WOFF file. */
export function readTypeface(file: string): opentype.Font {
  const font = opentype.parse(new Uint8Array(readFileSync(file)).buffer);
  // Without substitutions such as ligatures: the library cannot read those of some typefaces, such as Inter, and throws.
  font.stringToGlyphs = (text) => Array.from(text, (letter) => font.charToGlyph(letter));
  return font;
}

/** For a WOFF file. `tracking` is in em, as in CSS `letter-spacing`. */
export function typesetter(file: string, tracking = 0): Typesetter {
  const font = readTypeface(file);
  const em = (word: string) => font.getAdvanceWidth(word, 1) + tracking * word.length;
  const space = em(' ');
  return {
    path: (text, { x, y, size }) =>
      pathData(font.getPath(text, x, y, size, { kerning: true, letterSpacing: tracking }).commands),
    lines(text, size, width) {
      const words = text.split(/\s+/).map((word) => ({ word, width: em(word) }));
      return words.some((word) => word.width * size > width) ? null : balanced(words, space, width / size);
    },
  };
}

interface Word {
  readonly word: string;
  readonly width: number;
}

/** Narrows the lines while their number stays the same. Widths in em. */
function balanced(words: readonly Word[], space: number, max: number): string[] {
  let best = filled(words, space, max);
  const count = best.length;
  for (let width = max * 0.97; width > max / 2; width *= 0.97) {
    const narrower = filled(words, space, width);
    if (narrower.length > count) return best;
    best = narrower;
  }
  return best;
}

function filled(words: readonly Word[], space: number, max: number): string[] {
  const lines: string[][] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const { word, width } of words) {
    const line = lines.at(-1);
    taken += space + width;
    if (line && taken <= max) line.push(word);
    else {
      lines.push([word]);
      taken = width;
    }
  }
  return lines.map((line) => line.join(' '));
}

/** Whole tenths are ten times as fast as decimals. The library's own writer turns very small numbers into NaN. */
function pathData(commands: readonly opentype.PathCommand[]): string {
  return commands
    .map(
      (command) =>
        command.type +
        points(command)
          .map((value) => Math.round(value * 10))
          .join(' '),
    )
    .join('');
}

function points(command: opentype.PathCommand): number[] {
  switch (command.type) {
    case 'M':
    case 'L':
      return [command.x, command.y];
    case 'Q':
      return [command.x1, command.y1, command.x, command.y];
    case 'C':
      return [command.x1, command.y1, command.x2, command.y2, command.x, command.y];
    case 'Z':
      return [];
  }
}
