import { type Blanked, letters } from './blanked.ts';
import { textOf } from './signs.ts';

/* A JPEG's markers (ITU-T T.81, B.1.1). */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Tables, frames and scans come before those of applications. */
const APPLICATION = 0xe0;

/** True if a length follows: a zero or a restart is in the picture; beginning and end have no content. */
export const isSegment = (marker: number) => marker >= 0xc0 && marker < 0xff && (marker < 0xd0 || marker > 0xd9);

/** What a picture needs of applications, by marker, length and name: JFIF without a small picture, Adobe, its colors. */
const NEEDED = ['\xe0\0\x10JFIF\0', '\xee\0\x0eAdobe'];
const COLORS = /^\xe2..ICC_PROFILE\0/s;
const EXIF = /^\xe1..Exif\0\0/s;

/** The segments of a JPEG that show it, its scans with their restarts. Throws without its end. */
export function* jpegPieces(file: Blanked): Iterable<ArrayLike<number>> {
  const { bytes } = file;
  yield file.piece(0, 2);
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at);
    const marker = file.piece(at, at + 2)[1] ?? 0;
    if (marker === END_OF_IMAGE) return yield file.piece(at, at + 2);
    const end = isSegment(marker) ? at + 2 + (file.uint32(at + 2) >>> 16) : at + 1;
    const segment = file.piece(at, marker === START_OF_SCAN ? endOfScan(bytes, end) : end);
    const name = textOf(segment.subarray(1, 20));
    const isNeeded = marker < APPLICATION || COLORS.test(name) || NEEDED.some((start) => name.startsWith(start));
    if (isSegment(marker) && isNeeded) yield segment;
    if (EXIF.test(name)) yield turned(segment);
    at += segment.length;
  }
}

/** Where the next marker stands. A stuffed zero, a restart, and more of 0xFF are none. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && !isMarker(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1);
  return at < 0 ? bytes.length : at;
}

const isMarker = (code = 0xff) => isSegment(code) || code === END_OF_IMAGE;

/** The tag of the orientation, a number of 16 bits, with either end first. */
const ORIENTATIONS = ['\x01\x12\0\x03\0\0\0\x01\0', '\x12\x01\x03\0\x01\0\0\0'];

/** Exif data of the orientation alone (Exif 2.32, 4.6.4): a phone does not turn its pixels. Nothing if it is upright. */
function turned(exif: Uint8Array): ArrayLike<number> {
  const text = textOf(exif);
  const tag = ORIENTATIONS.find((one) => text.includes(one));
  const orientation = tag ? (exif[text.indexOf(tag) + tag.length] ?? 1) : 1;
  if (orientation < 2 || orientation > 8) return [];
  const entry = `${ORIENTATIONS[0]}${String.fromCharCode(orientation)}\0\0`;
  return letters(`\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01${entry}\0\0\0\0`);
}
