import { bigEndian, type Blanked, letters, type Piece as Chunk } from './blanked.ts';
import { blankSamples } from './samples.ts';

const HEADER = 8;
/** The chunks that picture and sound need, by the list that holds them; '' is the file. The blanker blanks all others. */
const NEEDED: Readonly<Record<string, RegExp>> = {
  '': /^AVI[ X]$/,
  'AVI ': /^(hdrl|movi|idx1)$/,
  AVIX: /^(movi|idx1)$/,
  hdrl: /^(avih|strl|odml)$/,
  strl: /^(strh|strf|indx|vprp)$/,
  odml: /^dmlh$/,
  movi: /^(rec |ix\d\d|\d\d..)$/s,
  'rec ': /^\d\d..$/s,
};
/** Begins with its stream's number. */
const STREAM_DATA = /^\d\d..$/s;
/** `iavs`: both in one stream, from a DV camera. */
const PICTURE_OR_SOUND = /^(vids|auds|iavs)$/;
const PICTURE = 'vids';
/** A film of an hour has 300,000 chunks. */
const STEP = 0.1;

/**
 * Blanks all of an AVI but its first picture and its sound: other chunks become JUNK of the same length, the data of
 * other streams become zeros, and JPEGs lose their Exif. False if no data of picture or sound are found.
 */
export function blankRiff(file: Blanked): boolean {
  return blankChunks(file, { type: '', start: 0, content: 0, end: file.length }, []);
}

/** `streams`: the kind of each stream in order; empty if it goes. */
function blankChunks(file: Blanked, list: Chunk, streams: string[]): boolean {
  let isFound = false;
  let at = list.content;
  while (at + HEADER <= list.end) {
    file.step(STEP);
    const chunk = readChunk(file, at, list.end);
    const { type, content, end } = chunk;
    const isStream = STREAM_DATA.test(type);
    const kind = isStream && streams[Number(type.slice(0, 2))];
    if (!NEEDED[list.type]?.test(type)) blank(file, chunk);
    else if (NEEDED[type]) isFound = blankChunks(file, chunk, streams) || isFound;
    else if (type === 'strh') streams.push(keptKind(file.type(content), streams));
    else if (isStream && !kind) file.clear({ start: content, end });
    else isFound ||= isStream;
    if (kind === PICTURE) blankSamples(file, kind, { start: content, end });
    // A chunk of an odd length is followed by one byte.
    at = end + (end % 2);
  }
  // Too short for a chunk.
  file.clear({ start: at, end: list.end });
  return isFound;
}

function keptKind(kind: string, streams: readonly string[]): string {
  return PICTURE_OR_SOUND.test(kind) && !(kind === PICTURE && streams.includes(kind)) ? kind : '';
}

/** The chunk at `start`. A list has its own type. A chunk that is cut off ends at `max`. */
function readChunk(file: Blanked, start: number, max: number): Chunk {
  const id = file.type(start);
  const content = start + HEADER;
  const end = Math.min(content + file.littleUint32(start + 4), max);
  const isList = (id === 'RIFF' || id === 'LIST') && content + 4 <= end;
  return { type: isList ? file.type(content) : id, start, content: content + (isList ? 4 : 0), end };
}

function blank(file: Blanked, { start, end }: Chunk): void {
  const content = start + HEADER;
  file.write(start, [...letters('JUNK'), ...bigEndian(end - content).reverse()]);
  file.clear({ start: content, end });
}
