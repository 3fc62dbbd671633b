import { Blanked, Unreadable } from './blanked.ts';
import { blankIso } from './iso.ts';
import { blankMatroska } from './matroska.ts';
import { blankRiff } from './riff.ts';

/** Copies what lies between two changes that are nearer than this, in bytes. */
const NEAR = 65_536;

/**
 * Blanks all of a film but its picture and sound; keeps its length. Returns a film without such unchanged. Rejects if the
 * film has no picture or sound, or cannot be looked into.
 */
export async function withoutPosition(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const changed = blankPositions(bytes)?.toSorted((a, b) => a.start - b.start);
  if (!changed) throw new Error('This file is damaged, or of a kind that cannot be prepared for the website');
  if (changed.length === 0) return file;
  // The rest stays where the browser keeps it: a film may have 50 MB.
  const pieces: BlobPart[] = [];
  let at = 0;
  for (const { start, end } of changed) {
    if (start > at + NEAR) pieces.push(file.slice(at, start));
    if (end > at) pieces.push(bytes.slice(start > at + NEAR ? start : at, end));
    at = Math.max(at, end);
  }
  return new Blob([...pieces, file.slice(at)], { type: file.type });
}

const ISO = /^(ftyp|moov|mdat|wide|free|skip|pnot|uuid)$/;

/**
 * Blanks in the bytes of an MP4, QuickTime, WebM or AVI film all but its picture and sound, in place. Returns the ranges
 * that it changed; none for other files. `null` if the film has no picture or sound, or more pieces than a camera writes.
 * The browser blanks by it and the server refuses by it, so both agree.
 */
export function blankPositions(bytes: Uint8Array): Blanked['changed'] | null {
  const file = new Blanked(bytes);
  try {
    return blankerOf(file)(file) ? file.changed : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function blankerOf(file: Blanked): (file: Blanked) => boolean {
  const start = file.type(0);
  if (start === '\x1a\x45\xdf\xa3') return blankMatroska;
  if (start === 'RIFF') return blankRiff;
  return ISO.test(file.type(4)) ? blankIso : () => true;
}
