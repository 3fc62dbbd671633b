import type { Blanked } from './blanked.ts';

/** Elements of a Matroska file (RFC 9559, 5.1) by their ids. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const VOID = 0xec;
/** Segment, Info, Tracks, TrackEntry: the film needs them, so their elements are judged one by one. */
const HOLDERS = new Set([SEGMENT, 0x1549a966, 0x1654ae6b, 0xae]);
/** Cluster, SimpleBlock, BlockGroup, Timestamp, Cues, SeekHead: what the film is made of. */
const MEDIA = new Set([CLUSTER, 0xa3, 0xa0, 0xe7, 0x1c53bb6b, 0x114d9b74]);
/** Names of tags that tell a place: `LOCATION`, `RECORDING_LOCATION`, `GPS`, `©xyz`. */
const PLACES = /loca|gps|geo|xyz|coord|posit|place|address/i;
/** A film that was recorded live is walked through block by block. */
const MEDIA_STEPS = 0.1;
/** A film has one Segment. */
const MAX_SEGMENTS = 8;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly content: number;
  /** `null`: unknown, as in a film that was recorded live. */
  readonly end: number | null;
}

/**
 * Turns each element that tells a position into a Void element of the same length. Goes from element to element without
 * levels: where a size is unknown, the elements inside come next.
 */
export function blankMatroska(file: Blanked): void {
  let at = 0;
  let segments = 0;
  let element = readElement(file, at);
  while (element && segments <= MAX_SEGMENTS && file.step(MEDIA.has(element.id) ? MEDIA_STEPS : 1)) {
    const { id, content, end } = element;
    const isOpen = end === null || HOLDERS.has(id);
    if (id === SEGMENT || (end === null && id !== CLUSTER)) segments += 1;
    if (!isOpen && !MEDIA.has(id)) blankElement(file, { ...element, end });
    at = isOpen ? content : end;
    element = readElement(file, at);
  }
  blankRest(file, at, element !== null);
}

/** Bytes that are no element, and each element beyond the limit. */
function blankRest(file: Blanked, start: number, isExcess: boolean): void {
  const rest = { start, end: file.length };
  if (isExcess) voidElement(file, rest);
  else if (file.tells(rest)) file.fill(rest, 0);
}

function blankElement(file: Blanked, { id, start, content, end }: Element & { readonly end: number }): void {
  const inside = { start: content, end };
  if (end - content < 3) return;
  if (file.tells(inside) || (id === TAGS && PLACES.test(file.text(content, end)))) {
    voidElement(file, { start, end });
  }
}

/** Writes a Void element (RFC 8794, 11.3.2) with a size of one byte, or of eight. */
function voidElement(file: Blanked, { start, end }: { start: number; end: number }): void {
  const isShort = end - start < 128;
  const content = start + (isShort ? 2 : 9);
  const size = isShort ? [0x80 | (end - content)] : [1, 0, 0, 0, ...bigEndian(end - content)];
  file.write(start, [VOID, ...size]);
  file.fill({ start: content, end }, 0);
}

const bigEndian = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255);

/** `null` where no element begins. An element that is cut off ends with the file. */
function readElement({ bytes }: Blanked, start: number): Element | null {
  const id = readNumber(bytes, start, 4);
  const size = id && readNumber(bytes, start + id.length, 8);
  if (!id || !size) return null;
  const content = start + id.length + size.length;
  const bits = 7 * size.length;
  const length = size.value - 2 ** bits;
  const end = length === 2 ** bits - 1 ? null : Math.min(content + length, bytes.length);
  return { id: id.value, start, content, end };
}

/** A number whose first bits say how long it is (RFC 8794, 4), with these bits. `null` if it is too long. */
function readNumber(bytes: Uint8Array, start: number, max: number): { value: number; length: number } | null {
  const length = Math.clz32(bytes[start] ?? 0) - 23;
  if (length > max || start + length > bytes.length) return null;
  let value = 0;
  for (let at = start; at < start + length; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return { value, length };
}
