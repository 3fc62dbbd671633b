import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { array, assert, constantFrom, double, nat, property, tuple } from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { SEEDS } from '#tests/support/chance';
import { text } from '#tests/support/media-pieces';
import { locatedPictures } from '#tests/support/located-media';
import { onlyPicture } from './picture.ts';

const only = (bytes: Uint8Array) => Buffer.from(onlyPicture(bytes) ?? []);
/** What is shown: the pixels of each picture, how it is turned, how it moves, and its colors. */
async function shown(bytes: Uint8Array) {
  const picture = sharp(bytes, { animated: true });
  const { orientation = 1, delay, loop, icc, width, height } = await picture.metadata();
  const pixels = createHash('sha256').update(await picture.raw().toBuffer());
  return { orientation, delay, loop, icc, width, height, pixels: pixels.digest('hex') };
}

const noise = sharp({
  create: { width: 90, height: 60, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
});
const pixels = await noise.raw().toBuffer();
const flat = () => sharp(pixels, { raw: { width: 90, height: 60, channels: 3 } });
const clear = () => flat().ensureAlpha(0.5);
const moving = () => sharp(pixels, { raw: { width: 90, height: 60, channels: 3, pageHeight: 20 } });
const exif = (Orientation: string) => ({
  IFD0: { Make: 'Camera', ImageDescription: 'Home', Orientation },
  IFD3: { GPSLatitude: '28/1 17/1 30/1' },
});

const kinds: Record<string, () => Sharp> = {
  'a progressive JPEG': () => flat().jpeg({ progressive: true }),
  'a JPEG for print': () => flat().toColourspace('cmyk').jpeg(),
  'a gray JPEG': () => flat().grayscale().jpeg({ chromaSubsampling: '4:4:4' }),
  'a JPEG with colors of its own': () => flat().withIccProfile('p3').jpeg(),
  'a JPEG on its side': () =>
    flat()
      .withExif({ IFD0: { Orientation: '6' } })
      .jpeg(),
  'a PNG of few colors': () => clear().png({ palette: true }),
  'a PNG of 16 bits': () => flat().toColourspace('rgb16').png(),
  'an interlaced PNG with colors of its own': () => clear().withIccProfile('p3').png({ progressive: true }),
  'a lossless WebP': () => clear().webp({ lossless: true }),
  'a WebP with alpha and colors of its own': () => clear().withIccProfile('p3').webp({ alphaQuality: 50 }),
  'a WebP that moves': () => moving().webp({ delay: [100, 200, 300], loop: 2 }),
  'a GIF that moves': () => moving().gif({ delay: [100, 200, 300], loop: 2 }),
  'an AVIF': () => clear().avif({ effort: 0 }),
};

test.each(Object.entries(kinds))('%s shows the same without what was written beside it', async (name, make) => {
  const plain = await make().toBuffer();
  const isPlain = /AVIF|GIF/.test(name);
  const more = isPlain
    ? plain
    : await make()
        .withExif(exif(name.includes('side') ? '6' : '1'))
        .toBuffer();
  expect(await shown(only(more))).toEqual(await shown(plain));
  expect(only(more).toString('latin1')).not.toMatch(/Camera|Home/);
  if (!isPlain) expect(more.toString('latin1')).toMatch(/Camera|Home/);
});

test('a JPEG keeps its restarts and loses what lies between its segments', async () => {
  const jpeg = await flat().jpeg().toBuffer();
  const restarted = Buffer.concat([jpeg.subarray(0, -40), text('\xff\xd3\xff\0'), jpeg.subarray(-40)]);
  const at = restarted.indexOf(text('\xff\xc4'));
  const more = [restarted.subarray(0, at), text('none\xff\xff\xe5\0\x04no'), restarted.subarray(at), jpeg];
  expect(only(Buffer.concat(more))).toEqual(restarted);
});

test('every picture of the project shows the same', { timeout: 60_000 }, async () => {
  const files = globSync('{src/assets,brand/pictures,docs,public}/**/*.{jpg,png,webp,avif,gif}');
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const whole = await readFile(file);
    expect(await shown(only(whole)), file).toEqual(await shown(whole));
  }
});

test('no bytes make it fail, and what comes out goes in again unchanged', async () => {
  const makes = [...Object.values(kinds).map((make) => () => make().toBuffer()), ...Object.values(locatedPictures)];
  const files = await Promise.all(makes.map(async (make) => await make()));
  const change = tuple(double({ min: 0, max: 0.999, noNaN: true }), nat({ max: 255 }));
  assert(
    property(
      constantFrom(...files),
      array(change, { maxLength: 6 }),
      double({ min: 0.1, max: 1, noNaN: true }),
      (...made) => {
        const [original, changes, share] = made;
        const file = Buffer.from(original.subarray(0, Math.ceil(original.length * share)));
        for (const [at, byte] of changes) file[Math.floor(at * file.length)] = byte;
        const once = onlyPicture(file);
        if (once) expect(Buffer.compare(only(once), once)).toBe(0);
      },
    ),
    { numRuns: 200 * SEEDS },
  );
});
