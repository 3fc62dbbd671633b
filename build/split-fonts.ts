import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import typefaces from '#brand/typefaces/sources.json' with { type: 'json' };

const require = createRequire(import.meta.url);

/** The characters of American English and Spanish. Must equal the range in `brand/typefaces/typefaces.css`. */
export const coreRange =
  'U+20-7E,U+A0,U+A1,U+A9,U+AE,U+B0,U+B7,U+BC-BF,U+C1,U+C9,U+CD,U+D1,U+D3,U+D7,U+DA,U+DC,U+E1,U+E9,' +
  'U+ED,U+F1,U+F3,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2122,U+2212';

/** The OpenType features that our texts use. By the others a browser draws small capitals and fractions, which need glyphs of their own. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'tnum'];

/**
 * Splits the Latin files: `core`, which every page needs, and `rest`, the other letters. Returns WOFF2 by file name.
 */
export async function splitFonts(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const core = pointsOf(coreRange);
  for (const [name, { web, characters, axes }] of Object.entries(typefaces)) {
    const font = await readFile(require.resolve(web));
    const { latin } = JSON.parse(await readFile(require.resolve(characters), 'utf8'));
    const rest = pointsOf(latin).filter((point) => !core.includes(point));
    for (const [part, points] of Object.entries({ core, rest })) {
      const options = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: axes } as const;
      const bytes = await subsetFont(font, String.fromCodePoint(...points), options);
      files.set(`${name}-${part}.woff2`, bytes);
    }
  }
  return files;
}

/** The code points of a `unicode-range`, such as `U+41-43,U+61`. */
function pointsOf(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .replace('U+', '')
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  });
}
