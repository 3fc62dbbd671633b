import { Blanked } from './blanked.ts';
import { blankGif } from './gif.ts';
import { blankIso } from './iso.ts';
import { blankMatroska } from './matroska.ts';
import { blankRiff } from './riff.ts';

/** Blanks a film's or GIF's positions and keeps its length. Returns a file without positions unchanged. */
export async function withoutPosition(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const changed = blankPositions(bytes).toSorted((a, b) => a.start - b.start);
  if (changed.length === 0) return file;
  // The rest stays where the browser keeps it: a film may have 50 MB.
  const pieces: BlobPart[] = [];
  let at = 0;
  for (const { start, end } of changed) {
    if (start > at) pieces.push(file.slice(at, start));
    if (end > at) pieces.push(bytes.slice(Math.max(at, start), end));
    at = Math.max(at, end);
  }
  return new Blob([...pieces, file.slice(at)], { type: file.type });
}

const ISO = /^(ftyp|moov|mdat|wide|free|skip|pnot|uuid)$/;

/**
 * Blanks all positions in the bytes of an MP4, QuickTime, WebM, AVI or GIF file, in place. Also blanks what it cannot
 * look into: boxes nested deeper, or more of them, than a camera writes. Returns the ranges that it changed; none for
 * other files. The browser blanks by it and the server refuses by it, so both agree.
 */
export function blankPositions(bytes: Uint8Array): Blanked['changed'] {
  const file = new Blanked(bytes);
  if (file.text(0, 4) === '\x1a\x45\xdf\xa3') blankMatroska(file);
  else if (file.text(0, 4) === 'RIFF') blankRiff(file);
  else if (file.text(0, 4) === 'GIF8') blankGif(file);
  else if (ISO.test(file.text(4, 8))) blankIso(file);
  return file.changed;
}
