import { bigEndian, Blanked, letters, Unreadable } from './blanked.ts';
import { boxesIn } from './iso-box.ts';
import { jpegPieces } from './jpeg.ts';
import { tellsPosition, textOf } from './signs.ts';

type Pieces = Iterable<ArrayLike<number>>;

/**
 * Writes a JPEG, PNG, GIF or WebP anew with what shows it, and nothing else: of Exif only how it is turned, no text, no
 * piece that is unknown, nothing behind its end. What comes out goes in again unchanged. Returns `null` for a picture that
 * is cut off, that has more pieces than a program writes, or for an AVIF with more than pictures. The browser and the
 * server both write by it.
 */
export function onlyPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const file = new Blanked(bytes);
  const [, pieces = avifPieces] = kinds.find(([start]) => file.type(0).startsWith(start)) ?? [];
  try {
    return joined(pieces(file));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const kinds: readonly (readonly [start: string, pieces: (file: Blanked) => Pieces])[] = [
  ['\xff\xd8\xff', jpegPieces],
  ['\x89PNG', pngPieces],
  ['GIF8', gifPieces],
  ['RIFF', webpPieces],
];

function joined(pieces: Pieces): Uint8Array<ArrayBuffer> {
  const all = [...pieces];
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** What pixels and their colors need (PNG 3, 11). One that moves stands still. */
const PNG = /^(IHDR|PLTE|IDAT|IEND|tRNS|cICP|cHRM|gAMA|iCCP|pHYs|sBIT|sRGB)$/;

function* pngPieces(file: Blanked): Pieces {
  yield file.piece(0, 8);
  for (let at = 8, type = ''; type !== 'IEND'; ) {
    type = file.type(at + 4);
    const chunk = file.piece(at, at + 12 + file.uint32(at));
    if (PNG.test(type)) yield chunk;
    at += chunk.length;
  }
}

const EXTENSION = 0x21;
const PICTURE = 0x2c;
const TRAILER = 0x3b;
/** How long a picture shows (GIF89a, 23), and how often all of them do. */
const GIF = /^!(\xf9|\xff.(NETSCAPE2\.0|ANIMEXTS1\.0))/s;

/** One that only lacks its end gets one. */
function* gifPieces(file: Blanked): Pieces {
  const { bytes } = file;
  let at = 13 + colorBytes(bytes[10]);
  yield file.piece(0, at);
  for (let block = bytes[at]; block === EXTENSION || block === PICTURE; block = bytes[at]) {
    const start = block === PICTURE ? at + 11 + colorBytes(bytes[at + 9]) : at + 2;
    const piece = file.piece(at, endOfBlocks(bytes, start));
    if (block === PICTURE || GIF.test(textOf(piece.subarray(0, 14)))) yield piece;
    at += piece.length;
  }
  yield [TRAILER];
}

/** The size of the color table that the flags announce. */
function colorBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Where the blocks of at most 255 bytes that begin at `start` end, with the empty one. */
function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/** The chunks of a WebP (RFC 9649, 2.7). One that moves has those of each picture in a frame, behind its header. */
const WEBP = /^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/;
const FRAME_HEADER = 24;
/** The flags that announce Exif and XMP. */
const EXIF_AND_XMP = 0x0c;

function* webpPieces(file: Blanked): Pieces {
  const chunks = joined(webpChunks(file, file.piece(8, 8 + file.littleUint32(4)).length + 8));
  yield* [letters('RIFF'), bigEndian(4 + chunks.length).reverse(), letters('WEBP'), chunks];
}

function* webpChunks(file: Blanked, end: number): Pieces {
  let frameEnd = 0;
  for (let at = 12; at + 8 <= end; ) {
    const [type, size] = [file.type(at), file.littleUint32(at + 4)];
    const chunk = file.piece(at, at + (type === 'ANMF' ? FRAME_HEADER : 8 + size + (size % 2))).slice();
    if (type === 'ANMF') frameEnd = at + 8 + size;
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~EXIF_AND_XMP;
    if (WEBP.test(type)) yield chunk;
    // A frame says how long it is, so nothing can go.
    else if (at < frameEnd) throw new Unreadable();
    at += chunk.length;
  }
}

/** The boxes of an AVIF (ISO 23008-12). One that moves has others. */
const AVIF = /^(ftyp|meta|mdat)$/;
/** An item and its kind (ISO 14496-12, 8.11.6). */
const ITEM = /infe.{8}(.{4})/gs;
/** Coded pictures, and those that are made of others. */
const PICTURE_ITEM = /^(av01|grid|iovl|iden|tmap)$/;

/** Its items lie where it says, so nothing can go. Throws if one is no picture, such as Exif, or if it tells a position. */
function* avifPieces(file: Blanked): Pieces {
  const boxes = [...boxesIn(file, { type: '', start: 0, content: 0, end: file.length })];
  const items = boxes.flatMap(({ type, start, end }) =>
    type === 'meta' ? [...textOf(file.bytes.subarray(start, end)).matchAll(ITEM)] : [],
  );
  const isAlone = boxes.every(({ type }) => AVIF.test(type)) && items.every(([, kind = '']) => PICTURE_ITEM.test(kind));
  if (!isAlone || tellsPosition(file.bytes)) throw new Unreadable();
  yield file.piece(0, file.length);
}
