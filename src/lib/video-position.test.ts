import { readFile } from 'node:fs/promises';
import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankPositions, withoutPosition } from './video-position.ts';

const PLACE = '+28.2920-081.4076+023.000/';
const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const uint32 = (number: number) => Buffer.from(Uint32Array.of(number).buffer).reverse();
const box = (type: string | Buffer, ...content: Buffer[]) => {
  const inside = Buffer.concat(content);
  return Buffer.concat([uint32(inside.length + 8), typeof type === 'string' ? bytesOf(type) : type, inside]);
};
const full = (type: string, ...content: Buffer[]) => box(type, uint32(0), ...content);
const key = (name: string) => box('mdta', bytesOf(name));
const value = (index: number, text: string) => box(uint32(index), box('data', uint32(1), uint32(0), bytesOf(text)));

const header = box('mvhd', Buffer.alloc(100, 7));
const android = box('udta', box('\xa9xyz', Buffer.from([0, PLACE.length, 0x15, 0xc7]), bytesOf(PLACE)));
const threeGpp = box('udta', full('loci', bytesOf(`Home\0${PLACE}`)));
const keys = full('keys', uint32(2), key('com.apple.quicktime.make'), key('com.apple.quicktime.location.ISO6709'));
const phone = box('meta', full('hdlr', Buffer.alloc(20)), keys, box('ilst', value(1, 'Apple'), value(2, PLACE)));
const iTunes = box(
  'udta',
  full(
    'meta',
    full('hdlr', Buffer.alloc(20)),
    box('ilst', box('\xa9xyz', box('data', uint32(1), uint32(0), bytesOf(PLACE)))),
  ),
);
const film = (...inMoov: Buffer[]) =>
  Buffer.concat([
    box('ftyp', bytesOf('qt  '), uint32(0)),
    box('mdat', Buffer.alloc(5000, 3)),
    box('moov', header, ...inMoov),
    box('free', Buffer.alloc(16)),
  ]);
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'video/quicktime' });
const read = async (some: Blob) => Buffer.from(await some.arrayBuffer());

describe('a film that tells where it was shot', () => {
  test.each([
    ['as Android writes it', film(android)],
    ['as 3GPP has it', film(threeGpp)],
    ['as an iPhone writes it', film(phone)],
    ['as iTunes has it', film(iTunes)],
    ['in a track', film(box('trak', header, android))],
    ['twice', film(phone, android)],
  ])('%s: it tells nothing after, and nothing else has changed', async (_, located) => {
    expect(located.includes(PLACE)).toBe(true);
    const blanked = await withoutPosition(blob(located));
    const bytes = await read(blanked);
    expect(bytes.includes('81.4076')).toBe(false);
    expect(bytes.length).toBe(located.length);
    expect(blanked.type).toBe('video/quicktime');
    expect(bytes.subarray(0, located.indexOf('mvhd') + 104)).toEqual(
      located.subarray(0, located.indexOf('mvhd') + 104),
    );
    if (located.includes('Apple')) expect(bytes.includes('Apple')).toBe(true);
    expect(await withoutPosition(blanked)).toBeInstanceOf(Blob);
  });
});

test.each([
  ['a film without a position', film()],
  ['an AVI', Buffer.concat([bytesOf('RIFF'), Buffer.alloc(4000, 1)])],
  ['nothing', Buffer.alloc(0)],
  ['a box larger than the file', Buffer.concat([uint32(9999), bytesOf('moov')])],
])('%s stays as it is', async (_, bytes) => {
  const original = blob(bytes);
  expect(await withoutPosition(original)).toBe(original);
});

test('a box with a length of 64 bits is stepped over', async () => {
  const large = Buffer.concat([uint32(1), bytesOf('mdat'), uint32(0), uint32(16 + 300), Buffer.alloc(300, 3)]);
  const located = Buffer.concat([large, box('moov', header, android)]);
  expect((await read(await withoutPosition(blob(located)))).includes('81.4076')).toBe(false);
});

test('our own clips come back untouched', async () => {
  const clip = blob(await readFile('src/assets/demo/shade-lowering.mp4'));
  expect(await withoutPosition(clip)).toBe(clip);
});

test('no bytes make it fail, or grow', () => {
  assert(
    property(uint8Array({ maxLength: 400 }), (bytes) => {
      const located = new Uint8Array(box('moov', Buffer.from(bytes)));
      blankPositions(located);
      expect(located.length).toBe(bytes.length + 8);
    }),
    { numRuns: 1000 },
  );
});
