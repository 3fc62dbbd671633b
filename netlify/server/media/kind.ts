import { type MediaExtension, mediaKinds } from '#contracts/media';

/** The media type of an extension; bytes without a type for one that is no longer accepted. */
export function mediaTypeOf(extension: string): string {
  return Object.hasOwn(mediaKinds, extension) ? mediaKinds[extension as MediaExtension] : 'application/octet-stream';
}

export function isPicture(extension: string): boolean {
  return mediaTypeOf(extension).startsWith('image/');
}

/** The kind of a file by its bytes, not its name; `null` for all others. */
export function kindOf(head: Head): MediaExtension | null {
  const found = Object.entries(signatures).find(([, isOfKind]) => isOfKind(head));
  return found ? (found[0] as MediaExtension) : null;
}

const signatures: Record<MediaExtension, (head: Head) => boolean> = {
  jpg: (head) => hasText(head, 0, '\xff\xd8\xff'),
  png: (head) => hasText(head, 0, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  gif: isGif,
  webp: (head) => isRiff(head, 'WEBP'),
  avi: (head) => isRiff(head, 'AVI ') && hasText(head, 12, 'LIST'),
  avif: (head) => brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis'),
  mp4: (head) => MP4_BRAND.test(brandsOf(head)[0] ?? ''),
  mov: (head) => brandsOf(head)[0] === 'qt  ' || isOldQuickTime(head),
  webm: isWebm,
};

/** Refuses a script that only begins like a GIF (`GIF89a/*…`): it lacks the first block. */
function isGif(head: Head): boolean {
  if (!/^GIF8[79]a$/.test(textAt(head.bytes, 0, 6)) || !reaches(head, 0, 14)) return false;
  const flags = head.view.getUint8(10);
  const colors = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  const block = head.bytes[13 + colors];
  return block === 0x21 || block === 0x2c;
}

/** The size in a RIFF header must fit the file. */
function isRiff(head: Head, form: string): boolean {
  if (!hasText(head, 0, 'RIFF') || !hasText(head, 8, form)) return false;
  return head.view.getUint32(4, true) + 8 <= head.total + 1;
}

const MP4_BRAND = /^(isom|iso[2-9a-c]|mp4[12]|avc1|M4V |M4VH|M4VP|MSNV|dash|f4v )$/;
const MAX_BRANDS_BYTES = 1024;

/** The brands of an ISO media file (ISO 14496-12, 4.3), the major one first; otherwise none. */
function brandsOf(head: Head): string[] {
  if (!hasText(head, 4, 'ftyp') || !reaches(head, 0, 16)) return [];
  const size = head.view.getUint32(0);
  if (size < 16 || size % 4 > 0 || size > MAX_BRANDS_BYTES || size > head.total) return [];
  const offsets = Array.from({ length: size / 4 - 2 }, (_, index) => 8 + index * 4).filter((offset) => offset !== 12);
  return offsets.map((offset) => textAt(head.bytes, offset, 4));
}

/** Old QuickTime without brands begins with a movie box no larger than the file. */
function isOldQuickTime(head: Head): boolean {
  if (!reaches(head, 0, 16) || !/^(moov|mdat|wide)$/.test(textAt(head.bytes, 4, 4))) return false;
  const size = head.view.getUint32(0);
  return size >= 8 && size <= head.total;
}

/** Matroska's header with WebM's document type (RFC 9559, 5.1.1). Browsers do not play other Matroska files. */
function isWebm(head: Head): boolean {
  return hasText(head, 0, '\x1a\x45\xdf\xa3') && textAt(head.bytes, 0, 64).includes('\x42\x82\x84webm');
}

interface Head {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The whole file's size in bytes. */
  readonly total: number;
}

export function headOf(bytes: Uint8Array, total: number): Head {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), total };
}

/** True if Latin-1 `text` is at `offset`. */
function hasText({ bytes }: Head, offset: number, text: string): boolean {
  return textAt(bytes, offset, text.length) === text;
}

/** `length` bytes as Latin-1 text; shorter at the end. */
function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return Buffer.from(bytes.subarray(offset, offset + length)).toString('latin1');
}

function reaches({ bytes }: Head, offset: number, length: number): boolean {
  return offset >= 0 && offset + length <= bytes.byteLength;
}
