import { bigEndian, type Blanked, type Range } from './blanked.ts';

/** Elements of a Matroska file (RFC 9559, 5.1) by their ids. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const PICTURE = 1;
const SOUND = 2;
const SIMPLE_BLOCK = 0xa3;
const GROUP = 0xa0;
const BLOCK = 0xa1;
const VOID = 0xec;
/** Segment, Info, Tracks, Cluster, and what is judged as a whole first. */
const HOLDERS = new Set([SEGMENT, 0x1549a966, 0x1654ae6b, TRACK, CLUSTER, GROUP]);
/** The elements that picture and sound need. The blanker blanks all others whole. */
const NEEDED = new Set([
  ...HOLDERS,
  // EBML, SeekHead, Cues.
  ...[0x1a45dfa3, 0x114d9b74, 0x1c53bb6b],
  // Of Info: TimestampScale, Duration, MuxingApp, WritingApp.
  ...[0x2ad7b1, 0x4489, 0x4d80, 0x5741],
  // Of a track: UID, its flags, FlagLacing, the languages, CodecID, CodecPrivate, CodecDelay, SeekPreRoll.
  ...[TRACK_NUMBER, TRACK_TYPE, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x22b59c, 0x22b59d, 0x86, 0x63a2, 0x56aa, 0x56bb],
  // DefaultDuration, TrackTimestampScale, MaxBlockAdditionID, Video, Audio, ContentEncodings.
  ...[0x23e383, 0x23314f, 0x55ee, 0xe0, 0xe1, 0x6d80],
  // Of a cluster: Timestamp, Position, PrevSize.
  ...[0xe7, 0xa7, 0xab, SIMPLE_BLOCK],
  // Of a group: BlockAdditions (an alpha channel), BlockDuration, ReferenceBlock, DiscardPadding.
  ...[BLOCK, 0x75a1, 0x9b, 0xfb, 0x75a2],
]);
/** A film of an hour has 300,000 blocks. */
const STEP = 0.1;
/** A camera writes few other elements. */
const VOID_STEP = 2;

interface Element extends Range {
  readonly id: number;
  readonly content: number;
  /** False where the size is unknown that must be known: the elements inside are judged. */
  readonly isSized: boolean;
}

/**
 * Turns all of a WebM film but its first picture and its sound into Void elements of the same length: other elements,
 * other tracks, and their blocks. Goes from element to element without levels: where a size is unknown, the elements inside
 * come next. False if no block of picture or sound is found.
 */
export function blankMatroska(file: Blanked): boolean {
  const tracks: Tracks = { kept: new Set() };
  let isFound = false;
  let at = 0;
  for (let element = readElement(file, at); element; element = readElement(file, at)) {
    file.step(STEP);
    const { id, start, content, end, isSized } = element;
    const isKept = isSized && NEEDED.has(id) && isOfTracks(file, element, tracks);
    if (isKept) isFound ||= id === SIMPLE_BLOCK || id === GROUP;
    else if (isSized && id === VOID) file.clear({ start: content, end });
    else voidElement(file, { start, end });
    at = isKept && HOLDERS.has(id) ? content : end;
  }
  // Bytes that are no element.
  if (at < file.length) voidElement(file, { start: at, end: file.length });
  return isFound;
}

interface Tracks {
  /** The number of the first picture. */
  picture?: number;
  readonly kept: Set<number>;
}

/** Judges a track, and remembers its number; judges a block by that. Other elements are of no track. */
function isOfTracks(file: Blanked, element: Element, tracks: Tracks): boolean {
  if (element.id === TRACK) {
    const number = numberIn(file, element, TRACK_NUMBER);
    const type = numberIn(file, element, TRACK_TYPE);
    if (type === PICTURE) tracks.picture ??= number;
    const isKept = type === SOUND || (type === PICTURE && tracks.picture === number);
    if (isKept) tracks.kept.add(number);
    return isKept;
  }
  if (element.id !== SIMPLE_BLOCK && element.id !== GROUP) return true;
  const block = element.id === GROUP ? childOf(file, element, BLOCK) : element;
  const track = block && readNumber(file.bytes, block.content, 8);
  return track !== null && tracks.kept.has(track.value);
}

function childOf(file: Blanked, parent: Element, id: number): Element | null {
  let at = parent.content;
  while (at < parent.end) {
    file.step(STEP);
    const child = readElement(file, at);
    if (!child?.isSized) return null;
    if (child.id === id) return child;
    at = child.end;
  }
  return null;
}

/** The number in this element of a track; 0 without it. */
function numberIn(file: Blanked, track: Element, id: number): number {
  const child = childOf(file, track, id);
  const bytes = child ? file.bytes.subarray(child.content, Math.min(child.end, child.content + 8)) : [];
  return Array.from(bytes).reduce((number, byte) => number * 256 + byte, 0);
}

/** Writes a Void element (RFC 8794, 11.3.2) with a size of one byte, or of eight. One byte alone becomes zero. */
function voidElement(file: Blanked, { start, end }: Range): void {
  file.step(VOID_STEP);
  const isShort = end - start < 128;
  const content = start + (isShort ? 2 : 9);
  const size = isShort ? [0x80 | (end - content)] : [1, 0, 0, 0, ...bigEndian(end - content)];
  if (end - start > 1) file.write(start, [VOID, ...size]);
  file.clear({ start: end - start > 1 ? content : start, end });
}

/** `null` where no element begins. An element that is cut off ends with the file. */
function readElement({ bytes }: Blanked, start: number): Element | null {
  const id = readNumber(bytes, start, 4);
  const size = id && readNumber(bytes, start + id.length, 8);
  if (!id || !size) return null;
  const content = start + id.length + size.length;
  // An id is written with the bits of its length.
  const full = id.value + 2 ** (7 * id.length);
  const isUnknown = size.value === 2 ** (7 * size.length) - 1;
  // Only these two may have no size, as in a film that was recorded live.
  const isSized = !isUnknown || full === SEGMENT || full === CLUSTER;
  const end = isUnknown ? bytes.length : Math.min(content + size.value, bytes.length);
  return { id: full, start, content, end: isSized ? end : content, isSized };
}

/** A number whose first bits say how long it is (RFC 8794, 4). `null` if it is too long. */
function readNumber(bytes: Uint8Array, start: number, max: number): { value: number; length: number } | null {
  const length = Math.clz32(bytes[start] ?? 0) - 23;
  if (length > max || start + length > bytes.length) return null;
  let value = (bytes[start] ?? 0) & (0xff >>> length);
  for (let at = start + 1; at < start + length; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return { value, length };
}
