import sharp from 'sharp';
import svg from '#brand/mark.svg?raw';

/** The mark of the business, `brand/mark.svg`: one color, which its place decides. */
export interface Mark {
  readonly viewBox: string;
  /** The markup inside of the `<svg>`. */
  readonly shapes: string;
}

export const mark: Mark = readMark(svg);

/** Throws if the file is no SVG with a `viewBox`. */
function readMark(text: string): Mark {
  const [, attributes = '', shapes = ''] = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(text) ?? [];
  const [, viewBox] = /\bviewBox="([^"]+)"/.exec(attributes) ?? [];
  if (!viewBox) throw new Error('brand/mark.svg: an <svg> with a viewBox is needed.');
  return { viewBox, shapes: shapes.replace(/<title>.*?<\/title>/, '').trim() };
}

/** The mark within another drawing, in its units. */
export const placedMark = ({ x, y, size, color }: { x: number; y: number; size: number; color: string }): string =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${mark.viewBox}" fill="${color}">${mark.shapes}</svg>`;

export type Icon = {
  /** In pixels. */
  readonly size: number;
  /** The mark's share of the picture. A system may cut a maskable one to the middle 80 %. */
  readonly share: number;
  readonly color: string;
  /** `null`: transparent. */
  readonly ground: string | null;
};

/** A square PNG with the mark in its middle. */
export async function iconOf({ size, share, color, ground }: Icon): Promise<Uint8Array<ArrayBuffer>> {
  const margin = (size * (1 - share)) / 2;
  const square = ground ? `<path fill="${ground}" d="M0 0h${size}v${size}H0z"/>` : '';
  const placed = placedMark({ x: margin, y: margin, size: size * share, color });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${square}${placed}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(drawing)).png().toBuffer());
}

/** The icon of browser tabs, in the colors of the light and the dark look. */
export const favicon = (name: string, colors: { light: string; dark: string }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"><title>${name}</title><style>svg{fill:${colors.light}}@media(prefers-color-scheme:dark){svg{fill:${colors.dark}}}</style>${mark.shapes}</svg>`;

const ICO_SIZES = [16, 32, 48];

/** `favicon.ico` for old programs: PNG pictures in an ICO container. */
export async function icoOf(color: string): Promise<Uint8Array<ArrayBuffer>> {
  const pictures = await Promise.all(ICO_SIZES.map((size) => iconOf({ size, share: 1, color, ground: null })));
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const size = ICO_SIZES[index] ?? 0;
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  }
  return new Uint8Array(Buffer.concat([head, ...pictures]));
}
