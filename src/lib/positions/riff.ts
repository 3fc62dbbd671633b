import { type Blanked, letters } from './blanked.ts';

const HEADER = 8;
const MAX_DEPTH = 8;
/** The frames of an AVI and their index. */
const MEDIA = new Set(['movi', 'idx1']);
/** Nikon's tags. */
const POSITIONS = new Set(['ncdt', 'nctg']);

/** Turns each chunk of an AVI that tells a position into a JUNK chunk of the same length. */
export function blankRiff(file: Blanked): void {
  blankChunks(file, 0, file.length, 0);
}

function blankChunks(file: Blanked, start: number, end: number, depth: number): void {
  let at = start;
  while (at + HEADER <= end && file.step()) {
    const id = file.text(at, at + 4);
    const content = at + HEADER;
    const next = Math.min(content + file.view.getUint32(at + 4, true), end);
    const isList = id === 'RIFF' || id === 'LIST';
    const type = isList ? file.text(content, content + 4) : id;
    if (POSITIONS.has(type) || (isList && depth >= MAX_DEPTH)) blank(file, at, next);
    else if (isList && !MEDIA.has(type)) blankChunks(file, content + 4, next, depth + 1);
    else if (!MEDIA.has(type) && file.tells({ start: content, end: next })) blank(file, at, next);
    // A chunk of an odd length is followed by one byte.
    at = next + (next % 2);
  }
  // Only too many chunks leave so much.
  if (at + HEADER <= end) blank(file, at, end);
}

function blank(file: Blanked, start: number, end: number): void {
  const size = end - start - HEADER;
  file.write(start, [...letters('JUNK'), ...[0, 8, 16, 24].map((bits) => (size >>> bits) & 255)]);
  file.fill({ start: start + HEADER, end }, 0);
}
