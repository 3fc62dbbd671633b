import type { Blanked, Range } from './blanked.ts';
import { isSegment } from './jpeg.ts';

/** A codec's names in an MP4 or QuickTime film. */
const H264 = /^(avc[13]|dva[1v])$/;
const H265 = /^(hvc1|hev1|dvh1|dvhe)$/;
/** So all samples, which may lie one over another, are looked at eight times at most. */
const BYTES_IN_STEP = 8192;
/** Of units, messages and markers a film has millions. */
const STEP = 0.01;
/** An hour has 108,000 pictures. */
const BLANK_STEP = 0.2;

/**
 * Blanks in samples of a picture what a camera may write beside the picture: user data of H.264 and H.265, Exif and the
 * like of JPEGs. Leaves other codecs as they are.
 */
export function blankSamples(file: Blanked, codec: string, range: Range): void {
  file.step((range.end - range.start) / BYTES_IN_STEP);
  const isH264 = H264.test(codec);
  const hasUnits = isH264 || H265.test(codec);
  if (!hasUnits) blankJpegs(file, range);
  for (const { start, end } of hasUnits ? unitsIn(file, range) : []) {
    const header = file.bytes[start] ?? 0;
    // Information beside the picture, SEI (H.264, 7.3.1; H.265, 7.3.1.2: before the picture or behind it).
    if (isH264 && (header & 31) === 6) blankUserData(file, { start: start + 1, end });
    if (!isH264 && (header >> 1 === 39 || header >> 1 === 40)) blankUserData(file, { start: start + 2, end });
  }
}

/** Units behind their lengths of four bytes, as cameras write them (ISO 14496-15, 5.3). */
function* unitsIn(file: Blanked, { start, end }: Range): Generator<Range> {
  let at = start;
  while (at + 4 < end) {
    file.step(STEP);
    const next = at + 4 + file.uint32(at);
    if (next === at + 4 || next > end) return;
    yield { start: at + 4, end: next };
    at = next;
  }
}

/** Of a registered kind, and of others (H.264, D.1). */
const USER_DATA: readonly number[] = [4, 5];

/** Overwrites the user data among a unit's messages (H.264, 7.3.2.3), but its zeros. */
function blankUserData(file: Blanked, { start, end }: Range): void {
  const { bytes } = file;
  // A 3 behind two zeros is no data: it keeps them from being read as the start of a unit.
  const isStuffing = (at: number) => bytes[at] === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0;
  let at = start;
  const nextByte = () => {
    at += isStuffing(at) ? 2 : 1;
    return bytes[at - 1] ?? 0;
  };
  const nextNumber = () => {
    let sum = 0;
    while (bytes[at] === 255 && at < end) sum += nextByte();
    return sum + nextByte();
  };
  // The last byte is the unit's end.
  while (at < end - 1) {
    file.step(STEP);
    const isUserData = USER_DATA.includes(nextNumber());
    const size = nextNumber();
    const content = at;
    for (let left = size; left > 0 && at < end; left -= 1) nextByte();
    if (!isUserData) continue;
    file.step(BLANK_STEP);
    const old = bytes.slice(content, Math.min(at, end));
    const blanked = old.map((byte, index) => (byte === 0 || isStuffing(content + index) ? byte : 255));
    file.write(content, blanked);
  }
}

/** What a JPEG needs (ITU-T T.81, B.1.1): its tables, frame and scan, APP0 (JFIF) and APP14 (Adobe). */
const isNeeded = (marker: number) => marker <= 0xe0 || marker === 0xee;

/** Clears the other segments of JPEGs that follow one another. */
function blankJpegs(file: Blanked, { start, end }: Range): void {
  if (file.uint32(start) >>> 8 !== 0xff_d8_ff) return;
  const bytes = file.bytes.subarray(start, end);
  for (let at = 0; at >= 0; at = bytes.indexOf(0xff, at)) {
    file.step(STEP);
    const marker = bytes[at + 1] ?? 0;
    const next = at + (isSegment(marker) ? 2 + (file.uint32(start + at + 2) >>> 16) : 1);
    if (isSegment(marker) && !isNeeded(marker)) {
      file.step(BLANK_STEP);
      file.clear({ start: start + at + 4, end: Math.min(start + next, end) });
    }
    at = next;
  }
}
