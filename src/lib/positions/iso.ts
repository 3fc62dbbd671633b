import { type Blanked, letters } from './blanked.ts';
import { textOf } from './signs.ts';

/** A box of an ISO media or QuickTime file (ISO 14496-12, 4.2). Offsets in bytes. */
interface Box {
  /** Four characters, or `rest` (no box begins there) or `excess` (too many boxes). */
  readonly type: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

const HEADER = 8;
const LARGE_HEADER = 16;
/** Deeper than any camera nests its boxes. */
const MAX_DEPTH = 8;
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'udta', 'moof', 'traf', 'meta', 'ilst']);
/** `©xyz` (QuickTime, Android, iTunes), `loci` (3GPP TS 26.244, 8.10), Nikon's and dashboard cameras'. */
const POSITIONS = new Set(['\xa9xyz', 'loci', 'NCDT', 'NCTG', 'gps ', 'gps0', 'GPS ']);
/** Boxes of pictures, sound and their order. They hold no position. */
const MEDIA = new Set(['mdat', 'hdlr', 'minf', 'mfhd', 'tfhd', 'tfdt', 'trun', 'sidx']);
/** Of a metadata key, among them Apple's `com.apple.quicktime.location.ISO6709`. */
const POSITION_KEY = /location|gps|geo|latitude|longitude|\xa9xyz/i;
/** In bytes. */
const MAX_KEY = 1024;

/** Blanks the positions of an MP4 or QuickTime film. Boxes keep their lengths. */
export function blankIso(file: Blanked): void {
  blankBoxes(file, 0, file.length, 0);
}

function blankBoxes(file: Blanked, start: number, end: number, depth: number): void {
  for (const box of boxesIn(file, start, end)) blankBox(file, box, depth);
}

function blankBox(file: Blanked, box: Box, depth: number): void {
  const isHolder = HOLDERS.has(box.type);
  if (MEDIA.has(box.type)) return;
  if (POSITIONS.has(box.type) || box.type === 'excess' || (isHolder && depth >= MAX_DEPTH)) blank(file, box);
  else if (box.type === 'meta') blankMeta(file, box, depth + 1);
  else if (isHolder) blankBoxes(file, box.content, box.end, depth + 1);
  // Of other boxes, such as XMP in a `uuid` box, the content decides.
  else if (file.tells({ start: box.content, end: box.end })) blank(file, box);
}

/** Turns the box into a `free` box of the same length. */
function blank(file: Blanked, { start, content, end }: Box): void {
  if (content > start) file.write(start + 4, letters('free'));
  file.fill({ start: content, end }, 0);
}

/** QuickTime metadata: a list of names (`keys`), and values with the numbers of their names (`ilst`). */
function blankMeta(file: Blanked, meta: Box, depth: number): void {
  // An ISO box begins with four bytes of version and flags; a QuickTime box does not.
  const isPlain = file.text(meta.content + 4, meta.content + 8) === 'hdlr';
  const boxes = [...boxesIn(file, meta.content + (isPlain ? 0 : 4), meta.end)];
  // Skips version, flags and count. Each name is a box whose type is its namespace.
  const keys = boxes
    .filter(({ type }) => type === 'keys')
    .flatMap((box) => [...boxesIn(file, box.content + 8, box.end)]);
  const isPosition = keys.map(({ content, end }) => POSITION_KEY.test(file.text(content, end)));
  if (keys.some(({ content, end }) => end - content > MAX_KEY)) blank(file, meta);
  else {
    for (const box of boxes) {
      if (box.type === 'ilst' && depth < MAX_DEPTH) blankValues(file, box, isPosition);
      else if (box.type !== 'keys') blankBox(file, box, depth);
    }
  }
}

function blankValues(file: Blanked, list: Box, isPosition: readonly boolean[]): void {
  for (const value of boxesIn(file, list.content, list.end)) {
    const number = value.content > value.start ? file.view.getUint32(value.start + 4) : 0;
    if (POSITIONS.has(value.type) || isPosition[number - 1]) blankValue(file, value);
    if (value.type === 'excess' || file.tells({ start: value.content, end: value.end })) blank(file, value);
  }
}

/** Keeps the 8 bytes of type and language in the `data` box and fills the rest with spaces. */
function blankValue(file: Blanked, value: Box): void {
  for (const { type, content, end } of boxesIn(file, value.content, value.end)) {
    file.fill({ start: type === 'data' ? Math.min(content + 8, end) : content, end }, 0x20);
  }
}

function* boxesIn(file: Blanked, start: number, end: number): Generator<Box> {
  let at = start;
  while (at + HEADER <= end) {
    const box = file.step() ? readBox(file, at, end) : { type: 'excess', start: at, content: at, end };
    yield box;
    at = box.end;
  }
}

/** The box at `start`. A box that is cut off ends at `max`. */
function readBox({ view, bytes }: Blanked, start: number, max: number): Box {
  const size = view.getUint32(start);
  const header = size === 1 ? LARGE_HEADER : HEADER;
  const rest: Box = { type: 'rest', start, content: start, end: max };
  if (start + header > max) return rest;
  const length = size === 1 ? Number(view.getBigUint64(start + HEADER)) : size;
  const end = size === 0 ? max : Math.min(start + length, max);
  if (end < start + header) return rest;
  return { type: textOf(bytes.subarray(start + 4, start + 8)), start, content: start + header, end };
}
