import type { Blanked } from './blanked.ts';
import { tellsPosition } from './signs.ts';

const EXTENSION = 0x21;
const PICTURE = 0x2c;
const TRAILER = 0x3b;
const CONTROL = 0xf9;
const COMMENT = 0xfe;

/** Turns each extension of a GIF (GIF89a, 23 to 26) that tells a position, such as XMP, into a comment of spaces. */
export function blankGif(file: Blanked): true {
  const { bytes } = file;
  let at = 13 + colorBytes(bytes[10]);
  while (at + 1 < file.length) {
    const block = bytes[at];
    if (block === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2);
      file.step();
      if (bytes[at + 1] !== CONTROL && tells(file, at + 2, end)) blank(file, at, end);
      at = end;
    } else if (block === PICTURE) at = endOfBlocks(bytes, at + 11 + colorBytes(bytes[at + 9]));
    else break;
  }
  const rest = { start: at + (bytes[at] === TRAILER ? 1 : 0), end: file.length };
  if (tellsPosition(bytes.subarray(rest.start))) file.clear(rest);
  return true;
}

/** The size of the color table that the flags announce. */
function colorBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Where the blocks of at most 255 bytes that begin at `start` end, with the empty one. */
function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return Math.min(at + 1, bytes.length);
}

/** A look takes as long as so many steps. */
const LOOK_STEPS = 25;

/** Looks at the bytes as they are, as XMP is written, and without the lengths of the blocks, as comments are. */
function tells(file: Blanked, start: number, end: number): boolean {
  file.step(LOOK_STEPS);
  const joined = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end; at += 1 + (file.bytes[at] ?? 0)) {
    const block = file.bytes.subarray(at + 1, Math.min(at + 1 + (file.bytes[at] ?? 0), end));
    joined.set(block, length);
    length += block.length;
  }
  return [file.bytes.subarray(start, end), joined.subarray(0, length)].some(tellsPosition);
}

function blank(file: Blanked, start: number, end: number): void {
  const comment = new Uint8Array(end - start - 1).fill(0x20);
  comment[0] = COMMENT;
  let at = 1;
  while (at + 1 < comment.length) {
    const left = comment.length - 1 - at;
    // One byte alone could not be a block.
    const length = Math.min(256, left) - (left === 257 ? 1 : 0);
    comment[at] = length - 1;
    at += length;
  }
  comment[at] = 0;
  file.write(start + 1, comment);
}
