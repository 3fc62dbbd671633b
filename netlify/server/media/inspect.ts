import { imageSize } from 'image-size';
import { MAX_GIF_BYTES, type MediaExtension } from '#contracts/media';
import { headOf, isPicture, kindOf } from './kind.ts';
import { blankPositions } from '#lib/positions/blank';
import { tellsPosition } from '#lib/positions/signs';

/** In pixels, from the picture's header. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Inspected {
  readonly extension: MediaExtension;
  readonly size: PictureSize | null;
}

export type Unfit = 'type' | 'unreadable' | 'gif-size' | 'pixels' | 'position' | 'film-position';

/** Far above what a page shows, far below what makes a browser or a resizer stumble. */
export const MAX_PIXELS = 50_000_000;
export const MAX_EDGE = 16_384;

/** Checks a file of `total` bytes by its first part; if that is the whole, also its position, and whether it is cut off. */
export function inspect(first: Uint8Array, total: number): Inspected | Unfit {
  const inspected = inspectHeader(first, total);
  if (typeof inspected === 'string' || first.length < total) return inspected;
  if (isCutOff(inspected.extension, first)) return 'unreadable';
  return positionIn(inspected.extension, first) ?? inspected;
}

/** True if a picture's end is missing: a browser would show it half gray. */
function isCutOff(extension: string, bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (extension === 'png') return !file.includes('IEND');
  if (extension === 'webp') return file.length < 8 + file.readUInt32LE(4);
  if (extension !== 'jpg') return false;
  // Past the segments, where an EXIF has a small picture with an end of its own (ITU T.81, B.1.1).
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== START_OF_SCAN)
    at += 2 + file.readUInt16BE(at + 2);
  return file.indexOf(END_OF_IMAGE, at) < 0;
}
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

function inspectHeader(first: Uint8Array, total: number): Inspected | Unfit {
  const head = headOf(first, total);
  const extension = kindOf(head);
  if (!extension) return 'type';
  if (!isPicture(extension)) return { extension, size: null };
  const size = pictureSize(first);
  if (!size) return 'unreadable';
  if (extension === 'gif' && total > MAX_GIF_BYTES) return 'gif-size';
  if (size.width > MAX_EDGE || size.height > MAX_EDGE || size.width * size.height > MAX_PIXELS) return 'pixels';
  return { extension, size };
}

/** The picture's size without decoding it; `null` if the header does not say it. */
function pictureSize(first: Uint8Array): PictureSize | null {
  try {
    const { width, height } = imageSize(first);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

/** The refusal of a whole file that tells where it was taken. Overwrites the positions in `whole`. */
export function positionIn(extension: string, whole: Uint8Array): 'position' | 'film-position' | null {
  if (!fileTellsPosition(extension, whole)) return null;
  return isPicture(extension) ? 'position' : 'film-position';
}

/**
 * True if a whole picture tells where it was taken or hides something that cannot be looked into, or if a film holds
 * more than picture and sound. The browser blanks films and GIFs by the same function; it writes other pictures anew.
 * Overwrites in `bytes` what it finds in a film or GIF.
 */
function fileTellsPosition(extension: string, bytes: Uint8Array): boolean {
  if (!isPicture(extension) || extension === 'gif') return blankPositions(bytes)?.length !== 0;
  if (tellsPosition(bytes)) return true;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (extension === 'png') return pngTellsPosition(file);
  return extension === 'jpg' && tellsPosition(extendedXmp(file));
}

/** In bytes, unpacked, of all texts of a PNG. */
const MAX_TEXT_BYTES = 1_048_576;
const MAX_TEXTS = 64;

/** Unpacks the texts of a PNG (PNG 3, 11.3.3). True also if one cannot be unpacked, or if they are too much. */
function pngTellsPosition(png: Buffer): boolean {
  let texts = 0;
  let left = MAX_TEXT_BYTES;
  for (let at = 8; at + 12 <= png.length; ) {
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    at += content.length + 12;
    if (!/^(tEXt|zTXt|iTXt)$/.test(type)) continue;
    texts += 1;
    const text = texts > MAX_TEXTS ? null : pngText(type, content, left);
    if (!text || tellsPosition(text) || tellsPosition(rawProfile(text))) return true;
    left -= text.length;
  }
  return false;
}

/** A text with its keyword cut off. `null` if it cannot be unpacked to at most `max` bytes. */
function pngText(type: string, content: Buffer, max: number): Buffer | null {
  const rest = afterZero(content);
  const isPacked = type === 'zTXt' || (type === 'iTXt' && rest[0] === 1);
  // zTXt: the method. iTXt: the flag, the method, the language and the translated keyword.
  const text = { tEXt: rest, zTXt: rest.subarray(1), iTXt: afterZero(afterZero(rest.subarray(2))) }[type] ?? rest;
  if (!isPacked) return text.length <= max ? text : null;
  try {
    const { inflateSync } = process.getBuiltinModule('node:zlib');
    return inflateSync(text, { maxOutputLength: Math.max(1, max) });
  } catch {
    return null;
  }
}

function afterZero(bytes: Buffer): Buffer {
  const zero = bytes.indexOf(0);
  return zero < 0 ? bytes.subarray(bytes.length) : bytes.subarray(zero + 1);
}

/** Exif or XMP as ImageMagick writes it into a text: a name, a length, then hexadecimal digits. */
function rawProfile(text: Buffer): Buffer {
  const digits = text.toString('latin1').replace(/^\s*\S+\s+\d+\s+/, '');
  return Buffer.from(digits.replace(/\s+/g, ''), 'hex');
}

const EXTENDED_XMP = 'http://ns.adobe.com/xmp/extension/\0';
/** The text's digest, its length, and the part's offset in it. */
const PART_HEADER = 32 + 4 + 4;

/** XMP that is longer than a segment of a JPEG, its parts joined in order (XMP part 3, 1.1.3.1). */
function extendedXmp(jpeg: Buffer): Buffer {
  const parts: { offset: number; text: Buffer }[] = [];
  for (let at = jpeg.indexOf(EXTENDED_XMP); at >= 0; at = jpeg.indexOf(EXTENDED_XMP, at + 1)) {
    const header = at + EXTENDED_XMP.length;
    if (header + PART_HEADER > jpeg.length || at < 2) continue;
    const end = at - 2 + jpeg.readUInt16BE(at - 2);
    parts.push({ offset: jpeg.readUInt32BE(header + 36), text: jpeg.subarray(header + PART_HEADER, end) });
  }
  return Buffer.concat(parts.toSorted((a, b) => a.offset - b.offset).map(({ text }) => text));
}
