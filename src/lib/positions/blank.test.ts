import { readFile } from 'node:fs/promises';
import { assert, constantFrom, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { SEEDS } from '#tests/support/chance';
import { locatedFilms } from '#tests/support/located-media';
import { blankPositions, withoutPosition } from './blank.ts';

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'video/quicktime' });
const read = async (some: Blob) => Buffer.from(await some.arrayBuffer());

test('only the position of a film changes', async () => {
  const located = (await locatedFilms['a key, iPhone']?.()) ?? Buffer.alloc(0);
  const blanked = await withoutPosition(blob(located));
  const place = located.indexOf('+28.2920');
  const expected = Buffer.from(located).fill(' ', place, located.indexOf('/', place) + 1);
  expect(await read(blanked)).toEqual(expected);
  expect(blanked.type).toBe('video/quicktime');
  expect(await withoutPosition(blanked)).toBe(blanked);
});

test.each([
  ['a text', Buffer.from('Latitude: 28.2920')],
  ['an AVI', Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4000, 1)])],
  ['nothing', Buffer.alloc(0)],
  ['a box larger than the file', Buffer.from('\0\0\x27\x0fmoov')],
])('%s stays as it is', async (_, bytes) => {
  const original = blob(bytes);
  expect(await withoutPosition(original)).toBe(original);
});

test('our own clips come back untouched', async () => {
  const clip = blob(await readFile('src/assets/demo/shade-lowering.mp4'));
  expect(await withoutPosition(clip)).toBe(clip);
});

test('no bytes make it fail, or find something a second time', () => {
  const beginnings = ['\0\0\0\x08ftyp', '\0\0\0\0moov', '\x1a\x45\xdf\xa3', 'RIFF\x40\0\0\0AVI LIST', 'GIF89a'];
  assert(
    property(constantFrom(...beginnings), uint8Array({ maxLength: 400 }), (beginning, bytes) => {
      const file = new Uint8Array(Buffer.concat([Buffer.from(beginning, 'latin1'), bytes]));
      blankPositions(file);
      expect(blankPositions(file)).toEqual([]);
    }),
    { numRuns: 400 * SEEDS },
  );
});
