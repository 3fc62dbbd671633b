/** Compares the pictures of two folders, pair by pair. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** How far a color may be off, from 0 to 1, and still be the same: two or three of 255 steps of gray. */
const TOLERANCE = 0.01;

export interface Comparison {
  /** Scene and width. */
  readonly name: string;
  /** The files; absent where one side has no such picture. */
  readonly before?: string;
  readonly after?: string;
  /** Shows where they differ; absent where they do not. */
  readonly difference?: string;
  /** The part of the picture that differs, from 0 to 1. */
  readonly share: number;
}

/** The pictures of both folders by their names, those that differ most first; differences are drawn into a third. */
export async function comparePictures(before: string, after: string, differences: string): Promise<Comparison[]> {
  await mkdir(differences, { recursive: true });
  const [old, now] = await Promise.all([picturesIn(before), picturesIn(after)]);
  const compared: Comparison[] = [];
  for (const file of old.union(now)) {
    const pair = {
      name: file.replace(/\.png$/, ''),
      ...(old.has(file) && { before: path.join(before, file) }),
      ...(now.has(file) && { after: path.join(after, file) }),
    };
    compared.push({ ...pair, ...(await compare(pair, path.join(differences, file))) });
  }
  return compared.toSorted((a, b) => b.share - a.share || a.name.localeCompare(b.name, 'en', { numeric: true }));
}

const picturesIn = async (folder: string): Promise<Set<string>> =>
  new Set((await readdir(folder)).filter((file) => file.endsWith('.png')));

type Pair = Pick<Comparison, 'before' | 'after'>;

async function compare({ before, after }: Pair, difference: string): Promise<Omit<Comparison, 'name'>> {
  if (!before || !after) return { share: 1 };
  const [old, now] = await Promise.all([readFile(before), readFile(after)]);
  if (old.equals(now)) return { share: 0 };
  const sizes = await Promise.all([sharp(old).metadata(), sharp(now).metadata()]);
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const [oldPixels, newPixels] = await Promise.all([pixelsOf(old, width, height), pixelsOf(now, width, height)]);
  const drawn = new Uint8Array(oldPixels.length);
  const options = { threshold: TOLERANCE, includeAA: true, checkerboard: false };
  const count = pixelmatch(oldPixels, newPixels, drawn, width, height, options);
  if (count === 0) return { share: 0 };
  await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toFile(difference);
  return { share: count / (width * height), difference };
}

/** RGBA; what a smaller picture lacks at its right and its end is of a color that no page has. */
async function pixelsOf(picture: Buffer, width: number, height: number): Promise<Uint8Array> {
  const { width: ownWidth, height: ownHeight } = await sharp(picture).metadata();
  const missing = { right: width - ownWidth, bottom: height - ownHeight, background: '#f0f' };
  return await sharp(picture).ensureAlpha().extend(missing).raw().toBuffer();
}
