import type { MediaExtension } from '#contracts/media';
import { type Head, hasText, reaches, textAt } from './kind.ts';

/** Pixels, as the picture's header says them. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

type Measure = (head: Head) => PictureSize | null;

const measures: Partial<Record<MediaExtension, Measure>> = {
  jpg: measureJpeg,
  png: (head) => at(head, 16, 8, ({ view }) => ({ width: view.getUint32(16), height: view.getUint32(20) })),
  gif: (head) => at(head, 6, 4, ({ view }) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) })),
  webp: measureWebp,
  avif: measureAvif,
};

/** The size of a picture, read without decoding it; `null` when its header does not tell. Films are not measured. */
export function pictureSize(kind: MediaExtension, head: Head): PictureSize | null {
  const size = measures[kind]?.(head) ?? null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}

export function isPicture(kind: MediaExtension): boolean {
  return kind in measures;
}

function at(head: Head, offset: number, length: number, measure: (head: Head) => PictureSize): PictureSize | null {
  return reaches(head, offset, length) ? measure(head) : null;
}

/** Walks the segments up to the frame header (ITU T.81, B.2.2); a DNL segment may not follow, so a height of 0 is none. */
function measureJpeg(head: Head): PictureSize | null {
  const { view } = head;
  for (let offset = 2; reaches(head, offset, 4); ) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (isFrameHeader(marker)) {
      return at(head, offset, 9, () => ({ width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }));
    }
    if (marker === 0xda) return null;
    offset += 2 + Math.max(2, view.getUint16(offset + 2));
  }
  return null;
}

/** SOF0 to SOF15; DHT, JPG and DAC lie among them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** RFC 9649, 2.5 to 2.7: a simple lossy or lossless picture, or an extended one. */
function measureWebp(head: Head): PictureSize | null {
  const { view } = head;
  if (!reaches(head, 0, 30)) return null;
  if (hasText(head, 12, 'VP8X')) return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (hasText(head, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (!hasText(head, 12, 'VP8 ') || !hasText(head, 23, '\x9d\x01\x2a')) return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) + view.getUint8(offset + 2) * 65_536;
}

const ISPE_BYTES = 16;
const MAX_META_BYTES = 65_536;

/** The largest `ispe` property (ISO 23008-12, 6.5.3) of all that the file lists: tiles and the whole. */
function measureAvif(head: Head): PictureSize | null {
  const listed = textAt(head.bytes, 0, MAX_META_BYTES);
  let largest: PictureSize | null = null;
  for (let offset = listed.indexOf('ispe'); offset >= 0; offset = listed.indexOf('ispe', offset + 4)) {
    if (!reaches(head, offset, ISPE_BYTES)) break;
    const size = { width: head.view.getUint32(offset + 8), height: head.view.getUint32(offset + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
