import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { colors } from '#business';
import { drawWords, WORDS, type Words } from './words.ts';

/** The preview picture of a page's link: words beside a window with its shade. */
export interface SharePicture extends Words {
  readonly photo: string;
}

/** In pixels: the whole is 1200 by 630, as Facebook, LinkedIn and X recommend. */
const WINDOW = { width: 1200 - WORDS.width, height: WORDS.height };
/** Optimized tables would save 10% of the bytes but take three times as long. */
const JPEG = { quality: 86, optimizeCoding: false };

const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${WINDOW.width}" height="${WINDOW.height}">
  <rect width="100%" height="51" fill="${colors.linen}" fill-opacity=".86"/>
  <rect y="58" width="100%" height="3" fill="${colors.ink}" fill-opacity=".16"/>
  <rect y="51" width="100%" height="7" fill="${colors.linen}"/>
  <rect width="100%" height="6" fill="${colors.ink}"/>
</svg>`;

/** The picture as a JPEG, 1200 by 630 pixels. Cached in `cacheDir` under the hash of its inputs. */
export async function sharePicture({ photo, ...words }: SharePicture, cacheDir: string): Promise<Buffer> {
  const drawing = drawWords(words);
  const content = await readFile(photo);
  const hash = createHash('sha256')
    .update(JSON.stringify([drawing, shade, JPEG]))
    .update(content)
    .digest('hex');
  const file = path.join(cacheDir, `${hash.slice(0, 32)}.jpg`);
  if (existsSync(file)) return await readFile(file);
  const window = windows.get(photo) ?? cutFor(content);
  windows.set(photo, window);
  const drawn = await sharp(Buffer.from(drawing))
    .extend({ right: WINDOW.width })
    .composite([
      { input: await window, left: WORDS.width, top: 0 },
      { input: Buffer.from(shade), left: WORDS.width, top: 0 },
    ])
    .flatten()
    .jpeg(JPEG)
    .toBuffer();
  await keep(file, drawn);
  return drawn;
}

/** Many articles share few photographs, so each is cut once. */
const windows = new Map<string, Promise<Buffer>>();

const cutFor = (photo: Buffer): Promise<Buffer> =>
  sharp(photo)
    .resize(WINDOW.width, WINDOW.height, { fit: 'cover', position: 'attention' })
    .toColorspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Renames a finished file, so that a stopped build leaves no partial picture. Two pages may draw the same one at once. */
async function keep(file: string, content: Buffer): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  if (!existsSync(path.dirname(file))) await mkdir(path.dirname(file), { recursive: true });
  await writeFile(aside, content);
  await rename(aside, file);
}
