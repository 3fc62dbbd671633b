import { expect, test } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import { apiForTests } from '#tests/support/admin-api';
import { bytes, withPosition } from '#tests/support/sample-media';

const api = apiForTests();
const PLACE = '+28.2920-081.4076+023.000/';
const text = (latin1: string) => Buffer.from(latin1, 'latin1');
const uint32 = (number: number) => Buffer.from(Uint32Array.of(number).buffer).reverse();
const box = (type: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content);
  return Buffer.concat([uint32(inside.length + 8), text(type), inside]);
};

/** A film with its index at the end, behind so many bytes of content. */
function film(brand: string, contentBytes: number, ...inMoov: Buffer[]): Buffer {
  const head = box('ftyp', text(brand), uint32(512), text(brand));
  return Buffer.concat([
    head,
    box('mdat', Buffer.alloc(contentBytes, 3)),
    box('moov', box('mvhd', Buffer.alloc(100)), ...inMoov),
  ]);
}
const place = box('udta', box('\xa9xyz', Buffer.from([0, PLACE.length, 0x15, 0xc7]), text(PLACE)));

/** A WebP with Exif that tells a position behind its picture, so many bytes into the file. */
async function webp(contentBytes: number): Promise<Buffer> {
  const whole = await withPosition().webp().toBuffer();
  const exif = whole.indexOf('EXIF', 0, 'latin1');
  const filler = Buffer.concat([text('JUNK'), uint32(contentBytes).reverse(), Buffer.alloc(contentBytes)]);
  const file = Buffer.concat([whole.subarray(0, exif), ...(contentBytes > 0 ? [filler] : []), whole.subarray(exif)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** Sends a file as the browser does; the last answer counts. */
async function send(file: Uint8Array): Promise<{ status: number; body: { error?: string; mediaUrl?: string } }> {
  const uploadURL = await api.grant(await api.signIn());
  let answer = await api.sendPart(uploadURL, file, 0);
  for (let index = 1; index * PART_BYTES < file.byteLength; index += 1)
    answer = await api.sendPart(uploadURL, file, index);
  const left = (await api.store('media').list('bytes/')).filter(({ key }) =>
    key.includes(new URL(uploadURL).pathname.slice(-29)),
  );
  if (!answer.ok) expect(left).toEqual([]);
  return { status: answer.status, body: await answer.json() };
}

test.each([0, PART_BYTES - 200, PART_BYTES + 1000])(
  '9.10: a WebP that tells its position %i bytes behind its picture is refused',
  async (size) => {
    const { status, body } = await send(await webp(size));
    expect([status, body.error]).toEqual([
      400,
      'This picture still tells where it was taken. Please remove the position first',
    ]);
  },
);

test.each([
  ['qt  ', PART_BYTES - 150],
  ['mp42', 1000],
])(
  '9.10: a film (%s) that tells its position in ©xyz behind %i bytes is refused; without it it is taken',
  async (brand, size) => {
    const { status, body } = await send(film(brand, size, place));
    expect([status, body.error]).toEqual([
      400,
      'This video still tells where it was taken. Please remove the position first',
    ]);
    const without = await send(film(brand, size));
    expect([without.status, without.body.mediaUrl]).toEqual([200, expect.stringContaining('/media/')]);
  },
);

test('9.10: a film of nothing but small boxes ends', async () => {
  const file = Buffer.concat([
    box('ftyp', text('qt  '), uint32(512), text('qt  ')),
    ...Array.from({ length: 400 }, () => box('free')),
  ]);
  expect((await send(bytes(file.toString('latin1')))).status).toBe(200);
});
