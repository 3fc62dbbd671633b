import { readFile } from 'node:fs/promises';
import { assert, constantFrom, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { SEEDS } from '#tests/support/chance';
import { locatedFilms } from '#tests/support/located-media';
import { blankPositions, withoutPosition } from './blank.ts';

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'video/quicktime' });
const read = async (some: Blob) => Buffer.from(await some.arrayBuffer());

test('only what is neither picture nor sound changes', async () => {
  const located = (await locatedFilms['a key, iPhone']?.()) ?? Buffer.alloc(0);
  const blanked = await withoutPosition(blob(located));
  expect(await read(blanked)).toEqual(freed(located, 'meta'));
  expect(blanked.type).toBe('video/quicktime');
  expect(await withoutPosition(blanked)).toBe(blanked);
});

test('bytes that are no box become a free box of their length', async () => {
  const located = (await locatedFilms['a key, iPhone']?.()) ?? Buffer.alloc(0);
  const rest = Buffer.from('\0\0\0\x05 Latitude', 'latin1');
  const blanked = await read(await withoutPosition(blob(Buffer.concat([located, rest]))));
  const free = Buffer.from('\0\0\0\x0dfree'.padEnd(rest.length, '\0'), 'latin1');
  expect(blanked.subarray(located.length)).toEqual(free);
});

test('our own clips come back untouched', async () => {
  const clip = blob(await readFile('src/assets/demo/shade-lowering.mp4'));
  expect(await withoutPosition(clip)).toBe(clip);
});

/** The film with its first box of this type freed. */
function freed(film: Buffer, type: string): Buffer {
  const at = film.indexOf(type);
  const copy = Buffer.from(film).fill(0, at + 4, at - 4 + film.readUInt32BE(at - 4));
  copy.write('free', at);
  return copy;
}

test.each([
  ['a text', Buffer.from('Latitude: 28.2920')],
  ['nothing', Buffer.alloc(0)],
])('%s stays as it is', async (_, bytes) => {
  const original = blob(bytes);
  expect(await withoutPosition(original)).toBe(original);
});

test.each([
  ['an AVI without chunks', Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4000, 1)])],
  ['a box larger than the file', Buffer.from('\0\0\x27\x0fmoov')],
  ['a WebM of a title', Buffer.from('\x1a\x45\xdf\xa3\x80\x15\x49\xa9\x66\x80', 'latin1')],
])('%s has no picture or sound, and is refused', async (_, bytes) => {
  await expect(withoutPosition(blob(bytes))).rejects.toThrow('This file is damaged');
});

test('no bytes make it fail, or find something a second time', () => {
  const beginnings = ['\0\0\0\x08ftyp', '\0\0\0\0moov', '\x1a\x45\xdf\xa3', 'RIFF\x40\0\0\0AVI LIST'];
  assert(
    property(constantFrom(...beginnings), uint8Array({ maxLength: 400 }), (beginning, bytes) => {
      const file = new Uint8Array(Buffer.concat([Buffer.from(beginning, 'latin1'), bytes]));
      blankPositions(file);
      const once = file.slice();
      blankPositions(file);
      expect(file).toEqual(once);
    }),
    { numRuns: 400 * SEEDS },
  );
});
