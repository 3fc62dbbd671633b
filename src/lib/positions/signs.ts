/** Long enough that compressed picture data does not hold one by chance. In any case, with or without a prefix. */
const WORDS =
  /latitude|longitude|location|iso6709|freegps|gps(?:pos|coord|info|data|track|dest)|geo(?:tag|loc|coord|point)/i;
/** Coordinates as phones write them (ISO 6709): `+28.2920-081.4076+023.000/`. */
const COORDINATES =
  /[+-]\d{2,6}(?:\.\d{1,12})?[+-]\d{3,7}(?:\.\d{1,12})?(?:[+-]\d{1,8}(?:\.\d{1,12})?)?(?:CRS\w{0,20})?\/|[+-]\d{2}\.\d{2,12}[+-]\d{3}\.\d{2,12}/;

/** The entry of a latitude in Exif data, three fractions (Exif 2.32, 4.6.6), with either end first. */
const LATITUDES = ['\0\x02\0\x05\0\0\0\x03', '\x02\0\x05\0\x03\0\0\0'];

/** True if metadata tells a position: in text (XMP, ISO 6709), also in UTF-16, or in Exif data. */
export function tellsPosition(bytes: Uint8Array): boolean {
  const text = textOf(bytes);
  const isInText = hasSign(text) || (UTF16.test(text) && hasSign(text.replace(/\0+/g, '')));
  return isInText || LATITUDES.some((entry) => text.includes(entry));
}

const UTF16 = /(?:[\w+-]\0){3}/;
const hasSign = (text: string) => WORDS.test(text) || COORDINATES.test(text);

const latin1 = new TextDecoder('latin1');
/** Each byte as a character. */
export const textOf = (bytes: Uint8Array): string => latin1.decode(bytes);
