import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import subsetFont from 'subset-font';
import typefaces from '#brand/typefaces/sources.json' with { type: 'json' };
import { capitalized } from '#lib/label';
import { readTypeface } from './share-picture/typesetter.ts';

const require = createRequire(import.meta.url);

/** In kB. All typefaces of a page together weigh no more. */
export const MAX_TYPEFACES = 60;

/** The characters of American English and Spanish. */
const CORE =
  'U+20-7E,U+A0,U+A1,U+A9,U+AE,U+B0,U+B7,U+BC-BF,U+C1,U+C9,U+CD,U+D1,U+D3,U+D7,U+DA,U+DC,U+E1,U+E9,' +
  'U+ED,U+F1,U+F3,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2122,U+2212';

/** The OpenType features that our texts use. By the others a browser draws small capitals and fractions, which need glyphs of their own. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'tnum'];

/** The weight that a page asks for where the file has one alone, and the width that the pages are drawn for, as `SYSTEM`. */
const DESIGN = { display: { weight: 300, width: 0.427 }, text: { weight: 400, width: 0.46 } } as const;

/** As wide as our texts are on average. */
const SAMPLE =
  'Made to fit your window, moved by a quiet motor, installed by us. Feel the fabrics at home before you choose. We measure your windows, order your shades and hang them.';

/** A typeface that computers and iPhones have, and one that Android has. `width`: that of a letter of `SAMPLE`, in em. */
const SYSTEM = [
  { isSerif: true, name: 'Fallback', local: "local('Times New Roman'), local('Liberation Serif')", width: 0.4145 },
  { isSerif: true, name: 'Fallback Android', local: "local('Noto Serif')", width: 0.4936 },
  { isSerif: false, name: 'Fallback', local: "local('Arial'), local('Liberation Sans')", width: 0.4579 },
  { isSerif: false, name: 'Fallback Android', local: "local('Roboto')", width: 0.4548 },
];

const jsonOf = async (file: string) => JSON.parse(await readFile(require.resolve(file), 'utf8'));

/**
 * The files of `brand/typefaces`, by name, made of the packages that its sources.json names: of each typeface `core`,
 * which every page needs, `rest`, the other Latin letters, and their style sheet, where the later face wins.
 */
export async function typefaceFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const faces: Record<'rest' | 'core' | 'fallback', string[]> = { rest: [], core: [], fallback: [] };
  for (const [role, { web, characters, axes, pictures }] of Object.entries(typefaces)) {
    const { weight, width } = DESIGN[role as keyof typeof DESIGN];
    const [family, font] = [capitalized(role), readTypeface(require.resolve(pictures))];
    const own = font.getAdvanceWidth(SAMPLE, 1) / SAMPLE.length;
    // A wider one is drawn smaller: pages, buttons and the lines of a phone are made for so many letters.
    const size = Math.min(1, width / own);
    const { wght }: { wght?: { min: number; max: number } } = axes;
    const latin: string = (await jsonOf(characters)).latin.replace('U+0000-00FF', 'U+A1-FF');
    for (const [part, range] of [
      ['core', CORE],
      ['rest', latin],
    ] as const) {
      const points = pointsOf(range).filter((point) => part === 'core' || !pointsOf(CORE).includes(point));
      const options = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: axes } as const;
      files.set(
        `${role}-${part}.woff2`,
        await subsetFont(await readFile(require.resolve(web)), String.fromCodePoint(...points), options),
      );
      faces[part].push(`@font-face {
        font-family: ${family};
        src: url('./${role}-${part}.woff2') format('woff2');
        font-weight: ${wght ? `${wght.min} ${wght.max}` : weight};
        font-display: swap;
        ${size < 1 ? `size-adjust: ${percent(size)};` : ''} unicode-range: ${range.replaceAll(',', ', ')};
      }`);
    }
    const { category } = await jsonOf(path.join(path.dirname(pictures), '../metadata.json'));
    const height = (units: number, system: number) => percent((Math.abs(units) / font.unitsPerEm / own) * system);
    // The system's at the size of this one, so that lines do not move when it arrives.
    for (const { name, local, width } of SYSTEM.filter(({ isSerif }) => isSerif === (category === 'serif')))
      faces.fallback.push(`@font-face {
        font-family: '${family} ${name}';
        src: ${local};
        size-adjust: ${percent((own * size) / width)};
        ascent-override: ${height(font.ascender, width)};
        descent-override: ${height(font.descender, width)};
        line-gap-override: 0%;
      }`);
  }
  const css = ['/* Written by `npm run fonts`. */', ...Object.values(faces).flat()].join('\n');
  const style = await resolveConfig(import.meta.filename);
  return files.set('typefaces.css', Buffer.from(await format(css, { ...style, parser: 'css' })));
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;

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
