import { bigEndian, type Blanked, letters, type Piece as Box, type Range } from './blanked.ts';
import { boxesIn, findBox } from './iso-box.ts';
import { fragmentSamples, tableSamples } from './iso-samples.ts';
import { blankSamples } from './samples.ts';

/** The boxes that picture and sound need, by the box that holds them; '' is the file. The blanker blanks all others. */
const NEEDED: Readonly<Record<string, RegExp>> = {
  '': /^(ftyp|styp|sidx|moov|moof|mdat|mfra)$/,
  moov: /^(mvhd|trak|mvex)$/,
  trak: /^(tkhd|tapt|edts|mdia)$/,
  edts: /^(elst)$/,
  tapt: /^(clef|prof|enof)$/,
  mdia: /^(mdhd|hdlr|minf)$/,
  minf: /^(vmhd|smhd|hdlr|dinf|stbl)$/,
  dinf: /^(dref)$/,
  stbl: /^(stsd|stts|ctts|cslg|stss|stps|stsh|stsc|stsz|stco|co64|sdtp|stdp|padb|sbgp|sgpd|subs)$/,
  mvex: /^(mehd|trex)$/,
  moof: /^(mfhd|traf)$/,
  traf: /^(tfhd|tfdt|trun|sdtp|sbgp|sgpd|subs)$/,
  mfra: /^(tfra|mfro)$/,
};
const PADDING = /^(free|skip|wide)$/;
/** The handlers of the tracks that are kept. */
const PICTURE_OR_SOUND = /^(vide|soun)$/;

interface Samples extends Range {
  readonly codec: string;
}

/** The blanker collects this on its way through the boxes of a film. */
interface Film {
  readonly file: Blanked;
  /** The track of the first picture. Another, such as one of small JPEGs, goes. */
  picture?: number;
  /** The codec of the picture, and an empty text for sound, by the track's id. */
  readonly tracks: Map<number, string>;
  /** Bytes of a sample by the track's id, where a fragment does not say them. */
  readonly sampleBytes: Map<number, number>;
  /** Of picture and sound. */
  readonly samples: Samples[];
  /** The boxes that hold samples. */
  readonly media: Box[];
  /** Where a fragment's samples begin if it does not say so. */
  next: number;
}

/**
 * Blanks all of an MP4 or QuickTime film but its first picture and its sound: other boxes, other tracks, each byte of
 * the media data that no sample of these holds, and what samples tell beside the picture. Boxes keep their lengths.
 * False if no sample is found.
 */
export function blankIso(file: Blanked): boolean {
  const film: Film = { file, tracks: new Map(), sampleBytes: new Map(), samples: [], media: [], next: 0 };
  blankBoxes(film, { type: '', start: 0, content: 0, end: file.length });
  blankBetween(film);
  return film.samples.length > 0;
}

function blankBoxes(film: Film, holder: Box): void {
  let rest = holder.content;
  for (const box of boxesIn(film.file, holder)) {
    rest = box.end;
    if (!isNeeded(film, holder, box)) blank(film.file, box);
    else if (NEEDED[box.type]) blankBoxes(film, box);
  }
  // Too short for a box.
  film.file.clear({ start: rest, end: holder.end });
}

/** Judges a box, and remembers what it tells of samples. */
function isNeeded(film: Film, holder: Box, box: Box): boolean {
  if (!NEEDED[holder.type]?.test(box.type)) return false;
  if (box.type === 'trak') return keepTrack(film, box);
  if (box.type === 'traf') return keepFragment(film, holder, box);
  if (box.type === 'mdat') film.media.push(box);
  if (box.type === 'moof') film.next = box.start;
  if (box.type === 'trex') film.sampleBytes.set(film.file.uint32(box.content + 4), film.file.uint32(box.content + 16));
  return true;
}

function keepTrack(film: Film, track: Box): boolean {
  const { file, tracks } = film;
  const handler = findBox(file, track, 'mdia', 'hdlr');
  const kind = handler ? file.type(handler.content + 8) : '';
  if (!PICTURE_OR_SOUND.test(kind)) return false;
  const header = findBox(file, track, 'tkhd');
  // Version 1 has times of 64 bits before the id.
  const id = header ? file.uint32(header.content + (file.bytes[header.content] === 1 ? 20 : 12)) : 0;
  if (kind === 'vide') film.picture ??= id;
  if (kind === 'vide' && film.picture !== id) return false;
  const table = findBox(file, track, 'mdia', 'minf', 'stbl');
  const formats = table && kind === 'vide' && findBox(file, table, 'stsd');
  const codec = formats ? file.type(formats.content + 12) : '';
  tracks.set(id, codec);
  if (table) for (const chunk of tableSamples(file, table)) keep(film, codec, chunk);
  return true;
}

function keepFragment(film: Film, moof: Box, fragment: Box): boolean {
  const { file, tracks, sampleBytes, next } = film;
  const header = findBox(file, fragment, 'tfhd');
  const track = header ? file.uint32(header.content + 4) : 0;
  const codec = tracks.get(track);
  if (!header || codec === undefined) return false;
  const bytes = sampleBytes.get(track) ?? 0;
  for (const run of fragmentSamples(file, { fragment, header, moof }, { bytes, next })) {
    keep(film, codec, run);
    film.next = run.end;
  }
  return true;
}

/** An hour in chunks of half a second has 15,000 of them. */
const STEP = 0.2;

function keep({ file, samples }: Film, codec: string, { start, end }: Range): void {
  file.step(STEP);
  if (start < end && start < file.length) samples.push({ start, end, codec });
}

/** Blanks what lies in the media data between the samples of picture and sound, and in those of the picture. */
function blankBetween({ file, media, samples }: Film): void {
  const kept = samples.toSorted((a, b) => a.start - b.start).values();
  let sample = kept.next().value;
  for (const { content, end } of media) {
    let at = content;
    while (at < end) {
      while (sample && sample.end <= at) sample = kept.next().value;
      file.clear({ start: at, end: Math.min(sample?.start ?? end, end) });
      const next = Math.min(sample?.end ?? end, end);
      // Of samples that lie one over another, the first.
      if (sample?.codec && sample.start >= at) blankSamples(file, sample.codec, { start: sample.start, end: next });
      at = next;
    }
  }
}

/** Turns the box, or bytes that are none, into a `free` box of the same length. */
function blank(file: Blanked, { type, start, content, end }: Box): void {
  file.step();
  if (type === '') file.write(start, bigEndian(end - start));
  if (!PADDING.test(type)) file.write(start + 4, letters('free'));
  file.clear({ start: content, end });
}
