import { imageSize } from 'image-size';
import { MAX_GIF_BYTES, type MediaExtension, PART_BYTES } from '#contracts/media';
import { hasPosition, type Pieces } from '#lib/video-position';
import { headOf, isPicture, kindOf } from './kind.ts';

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

/** Checks a file of `total` bytes by its first part. */
export function inspect(first: Uint8Array, total: number): Inspected | Unfit {
  const head = headOf(first, total);
  const extension = kindOf(head);
  if (!extension) return 'type';
  if (!isPicture(extension)) return { extension, size: null };
  const size = pictureSize(first);
  if (!size) return 'unreadable';
  if (extension === 'gif' && total > MAX_GIF_BYTES) return 'gif-size';
  if (size.width > MAX_EDGE || size.height > MAX_EDGE || size.width * size.height > MAX_PIXELS) return 'pixels';
  return tellsPosition(first) ? 'position' : { extension, size };
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

/**
 * Judges a file that has come whole, in several parts or in one: a position may stand behind the first part, or across
 * two. A film may keep it at its end.
 */
export async function inspectWhole(extension: string, file: Pieces): Promise<Unfit | null> {
  if (extension === 'mp4' || extension === 'mov') return (await hasPosition(file)) ? 'film-position' : null;
  if (!isPicture(extension) || file.size <= PART_BYTES) return null;
  const bytes = new Uint8Array(await file.slice(0, file.size).arrayBuffer());
  return tellsPosition(bytes) ? 'position' : null;
}

/** True if the Exif data (Exif 2.32, 4.6.6) or XMP text has a latitude. Looks for TIFF headers in all formats. */
function tellsPosition(bytes: Uint8Array): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes('GPSLatitude', 0, 'latin1')) return true;
  return headers.some(({ mark, littleEndian }) => {
    for (let at = all.indexOf(mark, 0, 'latin1'); at >= 0; at = all.indexOf(mark, at + 4, 'latin1')) {
      if (hasLatitude(all.subarray(at), littleEndian)) return true;
    }
    return false;
  });
}

const headers = [
  { mark: 'II*\0', littleEndian: true },
  { mark: 'MM\0*', littleEndian: false },
] as const;

const GPS_POINTER = 0x8825;
const GPS_LATITUDE = 2;

function hasLatitude(tiff: Buffer, littleEndian: boolean): boolean {
  const directory = entriesOf(tiff, uint32(tiff, 4, littleEndian), littleEndian);
  const pointer = directory.find(({ tag }) => tag === GPS_POINTER);
  return pointer !== undefined && entriesOf(tiff, pointer.value, littleEndian).some(({ tag }) => tag === GPS_LATITUDE);
}

const ENTRY_BYTES = 12;
const MAX_ENTRIES = 512;

/** The tags of an image file directory (TIFF 6.0, section 2), with their values or offsets. */
function entriesOf(tiff: Buffer, offset: number, littleEndian: boolean): { tag: number; value: number }[] {
  if (offset < 8 || offset + 2 > tiff.length) return [];
  const count = uint16(tiff, offset, littleEndian);
  if (count > MAX_ENTRIES) return [];
  return Array.from({ length: count }, (_, index) => offset + 2 + index * ENTRY_BYTES)
    .filter((offset) => offset + ENTRY_BYTES <= tiff.length)
    .map((offset) => ({ tag: uint16(tiff, offset, littleEndian), value: uint32(tiff, offset + 8, littleEndian) }));
}

function uint16(bytes: Buffer, offset: number, littleEndian: boolean): number {
  return littleEndian ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset);
}

function uint32(bytes: Buffer, offset: number, littleEndian: boolean): number {
  if (offset + 4 > bytes.length) return 0;
  return littleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
}
