import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import { withoutPosition } from '#lib/positions/blank';
import { onlyPicture } from '#lib/positions/picture';
import { apiForTests } from '#tests/support/admin-api';
import { SEEDS } from '#tests/support/chance';
import { samples, withPosition } from '#tests/support/sample-media';
import {
  COORDINATES,
  film,
  hostile,
  locatedFilms,
  locatedPictures,
  refusedPictures,
  unlocated,
} from '#tests/support/located-media';
import { box } from '#tests/support/media-pieces';
import { CHUNKS, malformed, PICTURE, trackedFilms } from '#tests/support/tracked-films';

const api = apiForTests();
const refused = [400, expect.stringMatching(/^This video holds more than picture and sound, and may tell where/)];
const refusedPicture = [415, expect.stringMatching(/^This picture is damaged, or holds more than it shows/)];
const taken = [200, undefined];

/** A WebP with Exif that tells a position behind its picture, so many bytes into the file. */
async function webp(contentBytes: number): Promise<Buffer> {
  const whole = await withPosition().webp().toBuffer();
  const exif = whole.indexOf('EXIF', 0, 'latin1');
  const filler = Buffer.alloc(8 + contentBytes);
  filler.write('JUNK');
  filler.writeUInt32LE(contentBytes, 4);
  const file = Buffer.concat([whole.subarray(0, exif), ...(contentBytes > 0 ? [filler] : []), whole.subarray(exif)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** Sends a file as the browser does; the last answer counts: its status and its error. */
async function send(file: Uint8Array): Promise<[status: number, error: string | undefined]> {
  const uploadURL = await api.grant();
  let answer = await api.sendPart(uploadURL, file, 0);
  for (let index = 1; index * PART_BYTES < file.byteLength; index += 1)
    answer = await api.sendPart(uploadURL, file, index);
  const left = (await api.store('media').list('bytes/')).filter(({ key }) =>
    key.includes(new URL(uploadURL).pathname.slice(-29)),
  );
  if (!answer.ok) expect(left).toEqual([]);
  return [answer.status, (await answer.json()).error];
}

/** As the browser sends a film. */
async function blanked(file: Buffer): Promise<Buffer> {
  return Buffer.from(await (await withoutPosition(new Blob([new Uint8Array(file)]))).arrayBuffer());
}

test.each([PART_BYTES - 200, PART_BYTES + 1000])(
  'a WebP in parts that tells its position %i bytes behind its picture is refused; as the browser writes it, it is taken',
  async (size) => {
    const file = await webp(size);
    expect(await send(file)).toEqual(refusedPicture);
    expect(await send(onlyPicture(file) ?? file)).toEqual(taken);
  },
);

test.each(Object.entries(locatedPictures))(
  'of a picture that holds more, the picture is kept: %s',
  async (name, make) => {
    const kind = name.split(',', 1)[0]?.toLowerCase().replace('jpeg', 'jpg') ?? '';
    const served = await api.ask('GET', await api.upload(await make()));
    expect(Buffer.from(await served.arrayBuffer())).toEqual(await samples[kind]?.());
  },
);

test.each(Object.entries(refusedPictures))('a picture that cannot be written anew is refused: %s', async (_, make) => {
  expect(await send(await make())).toEqual(refusedPicture);
});

test.each([PART_BYTES - 150, PART_BYTES + 1000])(
  'a film that tells its position behind %i bytes is refused; without it it is taken',
  async (size) => {
    const file = Buffer.concat(film(Buffer.alloc(size, 3), box('udta', box('loci', COORDINATES))));
    expect(await send(file)).toEqual(refused);
    expect(await send(await blanked(file))).toEqual(taken);
  },
);

// `npm run bench -- answers` times the hostile ones.
test.each(Object.entries({ ...locatedFilms, ...trackedFilms, ...hostile, ...malformed }))(
  'a film that tells its position, or that no camera makes, is refused: %s',
  async (_, make) => expect(await send(await make())).toEqual(refused),
);

/** How long the pieces before, between and behind the chunks of picture are. */
const around = (film: Buffer) =>
  film
    .toString('latin1')
    .split(PICTURE.toString('latin1'))
    .map(({ length }) => length);

test.each(Object.entries({ ...locatedFilms, ...trackedFilms }))(
  'what the browser makes of it is as long, has its picture where it was, tells nothing, and is taken: %s',
  async (name, make) => {
    const file = await make();
    const sent = await blanked(file);
    expect(sent.length).toBe(file.length);
    expect(around(sent)).toEqual(around(file));
    if (name in trackedFilms) expect(around(file)).toHaveLength(CHUNKS + 1);
    expect(sent.toString('latin1')).not.toMatch(/81\.4076|Latitude|Main St|\0G\0P\0S/);
    expect(await send(sent)).toEqual(taken);
  },
);

test.each(Object.entries(unlocated))('a film that tells no position is taken as it is: %s', async (_, make) => {
  const file = await make();
  expect(await blanked(file)).toEqual(file);
  expect(await send(file)).toEqual(taken);
});

test('a file that was changed or cut off anywhere never fails the server, and no blanked one is refused', async () => {
  const makes = Object.values({ ...locatedFilms, ...locatedPictures, ...unlocated });
  const files = await Promise.all(makes.map(async (make) => await make()));
  const uploadURL = await api.grant();
  const change = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 }));
  const changes = fc.array(change, { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      changes,
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      async (...made) => {
        const [original, bytes, share] = made;
        const file = Buffer.from(original.subarray(0, Math.ceil(original.length * share)));
        for (const [at, byte] of bytes) file[Math.floor(at * file.length)] = byte;
        // 410 once the grant was used for another file.
        expect([200, 400, 410, 413, 415]).toContain((await api.sendPart(uploadURL, file, 0)).status);
        const once = await blanked(file).catch(() => null);
        if (once) expect(await blanked(once)).toEqual(once);
        expect(once?.length ?? file.length).toBe(file.length);
      },
    ),
    { numRuns: 80 * SEEDS },
  );
});
