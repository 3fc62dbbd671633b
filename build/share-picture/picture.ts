import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { colors } from '#business';
import { drawHeadline, drawLogo, WORDS, type Words } from './words.ts';

/** The preview picture of a page's link: words beside a window with its shade. */
export interface SharePicture extends Words {
  readonly photo: string;
}

/** In pixels, as Facebook, LinkedIn and X recommend. */
const SIZE = { width: 1200, height: 630 };
const WINDOW = { width: SIZE.width - WORDS.width, height: SIZE.height };
/** Optimized tables would save 10% of the bytes but take three times as long. */
const JPEG = { quality: 86, optimizeCoding: false };

const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${WINDOW.width}" height="${WINDOW.height}">
  <rect width="100%" height="51" fill="${colors.linen}" fill-opacity=".86"/>
  <rect y="58" width="100%" height="3" fill="${colors.ink}" fill-opacity=".16"/>
  <rect y="51" width="100%" height="7" fill="${colors.linen}"/>
  <rect width="100%" height="6" fill="${colors.ink}"/>
</svg>`;

/** The picture as a JPEG, 1200 by 630 pixels. Cached in `cacheDir` under the hash of its inputs. */
export async function sharePicture({ photo, logo, ...words }: SharePicture, cacheDir: string): Promise<Buffer> {
  const svg = { logo: drawLogo(logo), headline: drawHeadline(words) };
  const window = await windowWith(photo);
  const hash = createHash('sha256')
    .update(svg.logo)
    .update(svg.headline)
    .update(window.key)
    .update(JSON.stringify(JPEG));
  const file = path.join(cacheDir, `${hash.digest('hex').slice(0, 32)}.jpg`);
  if (existsSync(file)) return await readFile(file);
  const parts = await Promise.all([paintOnce(svg.logo), paint(svg.headline), window.pixels()]);
  const drawn = await encode(...parts);
  await keep(file, drawn);
  return drawn;
}

/** Reuses the raw pictures of 2 MB each, which would keep the garbage collector busy. */
const spare: Buffer[] = [];

async function encode(logo: Buffer, headline: Buffer, window: Buffer): Promise<Buffer> {
  const whole = spare.pop() ?? Buffer.allocUnsafe(SIZE.width * SIZE.height * 3);
  place(logo, whole, { left: 0, top: 0, width: WORDS.width });
  place(headline, whole, { left: 0, top: WORDS.logoHeight, width: WORDS.width });
  place(window, whole, { left: WORDS.width, top: 0, width: WINDOW.width });
  const drawn = await sharp(whole, { raw: { ...SIZE, channels: 3 } })
    .jpeg(JPEG)
    .toBuffer();
  spare.push(whole);
  return drawn;
}

/** Copies raw RGB row by row, which is much faster than compositing. In pixels. */
function place(part: Buffer, whole: Buffer, { left, top, width }: { left: number; top: number; width: number }): void {
  const bytes = width * 3;
  for (let row = 0; row * bytes < part.length; row += 1) {
    part.copy(whole, ((top + row) * SIZE.width + left) * 3, row * bytes, (row + 1) * bytes);
  }
}

async function paint(svg: string): Promise<Buffer> {
  return await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

const painted = new Map<string, Promise<Buffer>>();

function paintOnce(svg: string): Promise<Buffer> {
  const known = painted.get(svg) ?? paint(svg);
  painted.set(svg, known);
  return known;
}

/** Renames a finished file, so that a stopped build leaves no partial picture. Two pages may draw the same one at once. */
async function keep(file: string, content: Buffer): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  if (!existsSync(path.dirname(file))) await mkdir(path.dirname(file), { recursive: true });
  await writeFile(aside, content);
  await rename(aside, file);
}

interface Window {
  readonly key: string;
  /** Raw RGB, drawn on first use. */
  pixels(): Promise<Buffer>;
}

/** Many articles share few photographs, so each is drawn once. */
const windows = new Map<string, Promise<Window>>();

function windowWith(photo: string): Promise<Window> {
  const known = windows.get(photo) ?? openWindow(photo);
  windows.set(photo, known);
  return known;
}

async function openWindow(photo: string): Promise<Window> {
  const content = await readFile(photo);
  let pixels: Promise<Buffer> | undefined;
  return {
    key: createHash('sha256').update(content).update(shade).digest('hex'),
    pixels: () => {
      pixels ??= drawWindow(content);
      return pixels;
    },
  };
}

async function drawWindow(content: Buffer): Promise<Buffer> {
  const { width, height } = WINDOW;
  const cut = await sharp(content).resize(width, height, { fit: 'cover', position: 'attention' }).toBuffer();
  const covered = sharp(cut).composite([{ input: Buffer.from(shade) }]);
  return await covered.removeAlpha().toColorspace('srgb').raw().toBuffer();
}
