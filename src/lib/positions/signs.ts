/** Long enough that compressed picture data does not hold one by chance. In any case, with or without a prefix. */
const WORDS =
  /latitude|longitude|location|iso6709|freegps|gps(?:pos|coord|info|data|track|dest)|geo(?:tag|loc|coord|point)/i;
/** Coordinates as phones write them (ISO 6709): `+28.2920-081.4076+023.000/`. */
const COORDINATES =
  /[+-]\d{2,6}(?:\.\d{1,12})?[+-]\d{3,7}(?:\.\d{1,12})?(?:[+-]\d{1,8}(?:\.\d{1,12})?)?(?:CRS\w{0,20})?\/|[+-]\d{2}\.\d{2,12}[+-]\d{3}\.\d{2,12}/;

/** True if metadata tells a position: in text (XMP, ISO 6709), also in UTF-16, or in Exif data. */
export function tellsPosition(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  return hasSign(text) || (UTF16.test(text) && hasSign(text.replace(/\0+/g, ''))) || tellsInExif(bytes);
}

const UTF16 = /(?:[\w+-]\0){3}/;
const hasSign = (text: string) => WORDS.test(text) || COORDINATES.test(text);

const latin1 = new TextDecoder('latin1');
/** Each byte as a character. */
export const textOf = (bytes: Uint8Array): string => latin1.decode(bytes);

/** No camera writes as many. */
const MAX_HEADERS = 64;
const STAR = 0x2a;

/** True if Exif data (Exif 2.32, 4.6.6) has coordinates. Looks for TIFF headers, `II*\0` and `MM\0*`, anywhere. */
function tellsInExif(bytes: Uint8Array): boolean {
  let headers = 0;
  for (let star = bytes.indexOf(STAR, 2); star >= 0; star = bytes.indexOf(STAR, star + 1)) {
    const isLittle = bytes[star - 2] === 0x49 && bytes[star - 1] === 0x49 && bytes[star + 1] === 0;
    const isBig = bytes[star - 3] === 0x4d && bytes[star - 2] === 0x4d && bytes[star - 1] === 0;
    if (!isLittle && !isBig) continue;
    headers += 1;
    const start = bytes.byteOffset + star - (isLittle ? 2 : 3);
    const tiff = new DataView(bytes.buffer, start, bytes.byteOffset + bytes.byteLength - start);
    if (headers > MAX_HEADERS || hasCoordinates(tiff, isLittle)) return true;
  }
  return false;
}

const EXIF_POINTER = 0x8769;
const GPS_POINTER = 0x8825;
/** Latitude, longitude, the same of the destination, the area's name. */
const COORDINATE_TAGS = new Set([2, 4, 20, 22, 28]);
const MAX_DIRECTORIES = 8;

function hasCoordinates(tiff: DataView, isLittle: boolean): boolean {
  const offsets = [uint32(tiff, 4, isLittle)];
  for (const offset of offsets) {
    const { entries, next } = directoryAt(tiff, offset, isLittle);
    for (const { tag, value } of entries) {
      if (tag === EXIF_POINTER) offsets.push(value);
      const isGps = tag === GPS_POINTER;
      if (isGps && directoryAt(tiff, value, isLittle).entries.some(({ tag }) => COORDINATE_TAGS.has(tag))) return true;
    }
    if (next > 0) offsets.push(next);
    offsets.length = Math.min(offsets.length, MAX_DIRECTORIES);
  }
  return false;
}

const ENTRY_BYTES = 12;
const MAX_ENTRIES = 512;

interface Directory {
  readonly entries: readonly { readonly tag: number; readonly value: number }[];
  /** The next directory's offset, or 0. */
  readonly next: number;
}

/** The tags of an image file directory (TIFF 6.0, section 2), with their values or offsets. */
export function directoryAt(tiff: DataView, offset: number, isLittle: boolean): Directory {
  if (offset < 8 || offset + 2 > tiff.byteLength) return { entries: [], next: 0 };
  const count = tiff.getUint16(offset, isLittle);
  if (count > MAX_ENTRIES) return { entries: [], next: 0 };
  const end = offset + 2 + count * ENTRY_BYTES;
  const entries = Array.from({ length: count }, (_, index) => offset + 2 + index * ENTRY_BYTES)
    .filter((at) => at + ENTRY_BYTES <= tiff.byteLength)
    .map((at) => ({ tag: tiff.getUint16(at, isLittle), value: tiff.getUint32(at + 8, isLittle) }));
  return { entries, next: uint32(tiff, end, isLittle) };
}

function uint32(tiff: DataView, offset: number, isLittle: boolean): number {
  return offset + 4 <= tiff.byteLength ? tiff.getUint32(offset, isLittle) : 0;
}
