import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bytes, samples } from '#tests/support/sample-media';
import { box, ebml, element, full, joined, text, trackOf, uint32 } from '#tests/support/media-pieces';
import { isHeic, isMovingStill, rareCodec } from './media-format.ts';

const blob = (part: Uint8Array | string) => new Blob([typeof part === 'string' ? bytes(part) : part] as BlobPart[]);
const fixture = async (name: string) => blob(await readFile(`tests/fixtures/media/${name}`));
const brands = (...names: string[]) =>
  blob(`\0\0\0${String.fromCharCode(12 + 4 * names.length)}ftyp${names[0]}\0\0\0\0${names.slice(1).join('')}mdatavif`);

test.each([
  [['heic', 'mif1'], true],
  [['heix'], true],
  [['mif1', 'mif1', 'heic'], true],
  [['msf1', 'hevc'], true],
  [['mif1', 'avif'], false],
  [['avif', 'mif1', 'miaf'], false],
  [['avis', 'msf1'], false],
  [['isom', 'mp42'], false],
  [['qt  '], false],
])('a file of the brands %j is HEIC: %j', async (names, expected) => {
  expect(await isHeic(brands(...names))).toBe(expected);
});

test('an AVIF moves by its brand', async () => {
  expect(await isMovingStill(brands('avis', 'avif', 'msf1'))).toBe(true);
  expect(await isMovingStill(brands('avif', 'mif1', 'miaf'))).toBe(false);
});

/** A film with sound, and with pictures of this kind; of H.264 in this profile. */
const filmOf = (kind: string, profile?: number) => {
  const settings = profile === undefined ? '' : box('avcC', text(`\x01${String.fromCharCode(profile)}\0\x1e`));
  const formats = (...entry: Parameters<typeof box>) => [full('stsd', uint32(1), box(...entry))];
  const sound = trackOf({ id: 1, handler: 'soun' }, formats('mp4a', Buffer.alloc(28)));
  const pictures = trackOf({ id: 2, handler: 'vide' }, formats(kind, Buffer.alloc(78), settings));
  return blob(joined(box('ftyp', 'isom'), box('moov', sound, pictures)));
};
const webmOf = (codec: string) =>
  blob(joined(ebml, element('ec', Buffer.alloc(4000)), element('86', codec), 'TV_SHOW'));

test.each([
  ['H.264 of 8 bits', filmOf('avc1', 66), null],
  ['H.264 of 8 bits', filmOf('avc3', 77), null],
  ['H.264 of 8 bits', filmOf('avc1', 100), null],
  ['H.264 of 10 bits', filmOf('avc1', 110), 'rare-codec'],
  ['H.264 of more colors', filmOf('avc1', 122), 'rare-codec'],
  ['AV1', filmOf('av01'), 'rare-codec'],
  ['ProRes', filmOf('apch'), 'rare-codec'],
  ['HEVC', filmOf('hvc1'), 'hevc'],
  ['HEVC as Dolby Vision', filmOf('dvh1'), 'hevc'],
  ['VP9', filmOf('vp09'), null],
  ['VP9 in a WebM', webmOf('V_VP9'), null],
  ['AV1 in a WebM', webmOf('V_AV1'), 'rare-codec'],
] as const)('a film of %s, which every browser plays or not', async (_, file, expected) => {
  expect(await rareCodec(file)).toBe(expected);
});

test('of our samples and fixtures only phone.heic is HEIC, only hevc.mp4 is HEVC, and none moves', async () => {
  const kinds = Object.entries(samples).map(async ([kind, make]) => [kind, blob(await make())] as const);
  const names = ['phone.heic', 'hevc.mp4', 'sound.mp4'].map(async (name) => [name, await fixture(name)] as const);
  const files = await Promise.all([...kinds, ...names]);
  const found = async (is: (file: Blob) => Promise<unknown>) =>
    (await Promise.all(files.map(async ([name, file]) => ((await is(file)) ? [name] : [])))).flat();
  expect(await found(isHeic)).toEqual(['phone.heic']);
  expect(await found(rareCodec)).toEqual(['hevc.mp4']);
  expect(await found(isMovingStill)).toEqual([]);
});

test('HEVC is found behind a box with a length of 64 bits, and a moving WebP and PNG behind other chunks', async () => {
  const film = new Uint8Array(await readFile('tests/fixtures/media/hevc.mp4'));
  const large = bytes('\0\0\0\x01mdat\0\0\0\0\0\0\0\x90', 0x90);
  expect(await rareCodec(new Blob([large, film] as BlobPart[]))).toBe('hevc');
  const picture = (background: string) => sharp({ create: { width: 8, height: 8, channels: 3, background } }).png();
  const frames = await Promise.all(['#fff', '#000'].map((color) => picture(color).toBuffer()));
  expect(
    await isMovingStill(
      blob(
        await sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer(),
      ),
    ),
  ).toBe(true);
  const chunk = (type: string, size: number) =>
    bytes(`\0\0${String.fromCharCode(size >> 8, size & 255)}${type}`, size + 12);
  const png = frames[0] ?? new Uint8Array();
  const moving = [png.subarray(0, 33), chunk('iCCP', 9000), chunk('acTL', 8), png.subarray(33)];
  expect(await isMovingStill(new Blob(moving as BlobPart[]))).toBe(true);
});

test('no bytes make the looks fail', async () => {
  const begin = fc.constantFrom(
    '',
    '\0\0\0\x18ftypheic',
    'RIFF\0\0\0\0WEBPVP8X',
    '\x89PNG\r\n\x1a\n',
    '\0\0\0\x01moov',
    '\0\0\0\xffmoovhdlr\0\0\0\0\0\0\0\0videstsd',
  );
  await fc.assert(
    fc.asyncProperty(begin, fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
      const file = new Blob([bytes(head), rest] as BlobPart[]);
      for (const look of [isHeic, isMovingStill]) expect(typeof (await look(file))).toBe('boolean');
      expect(['hevc', 'rare-codec', null]).toContain(await rareCodec(file));
    }),
  );
});
