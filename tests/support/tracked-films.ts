import {
  avi,
  blockOf,
  box,
  chunk,
  ebml,
  element,
  full,
  joined,
  repeated,
  track,
  trackEntry,
  trackOf,
  uint32,
} from './media-pieces.ts';

/** Small films that tell in a track of their own or in a picture's samples where they were taken, and broken ones. */

const PLACE = 'F/2.8, GPS (-81.4076, 28.2920, 23), D 12.10m';
/** Of picture, in each chunk and fragment. */
export const PICTURE = Buffer.alloc(60, 3);
export const CHUNKS = 4;

const ftyp = box('ftyp', 'isom', uint32(512), 'isom');
const uint64 = (number: number) => joined(uint32(0), uint32(number));
const table = (format: string, sizes: readonly number[], offsets: readonly number[], isLarge = false) => [
  full('stsd', uint32(1), box(format, Buffer.alloc(40))),
  full('stsc', ...[1, 1, 1, 1].map(uint32)),
  full('stsz', ...[0, sizes.length, ...sizes].map(uint32)),
  full(isLarge ? 'co64' : 'stco', uint32(offsets.length), ...offsets.map(isLarge ? uint64 : uint32)),
];

interface Kind {
  readonly handler: string;
  readonly format: string;
  readonly isLarge?: boolean;
  readonly isFirst?: boolean;
  readonly inMoov?: readonly Buffer[];
  readonly inTrack?: readonly Buffer[];
}

/** A film whose chunks are in turn picture and place; `isFirst`: the index stands before them. */
function film({ handler, format, isLarge, isFirst, inMoov = [], inTrack = [] }: Kind): Buffer {
  const step = PICTURE.length + PLACE.length;
  const moov = (start: number) => {
    const offsets = Array.from({ length: CHUNKS }, (_, index) => start + index * step);
    const places = offsets.map((offset) => offset + PICTURE.length);
    const all = (bytes: number) => offsets.map(() => bytes);
    return box(
      'moov',
      trackOf({ id: 1, handler: 'vide' }, table('avc1', all(PICTURE.length), offsets, isLarge), ...inTrack),
      trackOf({ id: 2, handler }, table(format, all(PLACE.length), places, isLarge)),
      ...inMoov,
    );
  };
  const before = ftyp.length + 8 + (isFirst ? moov(0).length : 0);
  const mdat = box('mdat', ...Array.from({ length: CHUNKS }, () => joined(PICTURE, PLACE)));
  return isFirst ? joined(ftyp, moov(before), mdat) : joined(ftyp, mdat, moov(before));
}

/** A fragment with a run of picture and one of places. Its samples' sizes stand in the runs. */
function fragment(): Buffer {
  const sized = Buffer.from('00000201', 'hex');
  const traf = (id: number, bytes: number, offset: number) =>
    box(
      'traf',
      box('tfhd', Buffer.from('00020000', 'hex'), uint32(id)),
      box('trun', sized, uint32(1), uint32(offset), uint32(bytes)),
    );
  const moof = (at: number) => box('moof', traf(1, PICTURE.length, at), traf(2, PLACE.length, at + PICTURE.length));
  return joined(moof(moof(0).length + 8), box('mdat', PICTURE, PLACE));
}

const webm = (tracks: readonly Buffer[], inCluster: readonly Buffer[], ...more: Buffer[]) => {
  const blocks = Array.from({ length: CHUNKS }, () => joined(blockOf(PICTURE), ...inCluster));
  const inSegment = [element('1654ae6b', joined(trackEntry(), ...tracks)), element('1f43b675', joined(...blocks))];
  return joined(ebml, element('18538067', joined(...inSegment, ...more)));
};
const subtitles = trackEntry('\x02', '\x11');

/** A film of these samples, each a chunk. */
function sampled(format: string, sample: Buffer): Buffer {
  const all = Array.from({ length: CHUNKS }, () => sample);
  const offsets = all.map((_, index) => ftyp.length + 8 + index * sample.length);
  const sizes = all.map(({ length }) => length);
  const moov = box('moov', trackOf({ id: 1, handler: 'vide' }, table(format, sizes, offsets)));
  return joined(ftyp, box('mdat', ...all), moov);
}
const unit = (header: string, content: Buffer) => joined(uint32(header.length + content.length), header, content);
/** Messages: one that is kept, user data of four bytes with a stuffed 3, and of 300 bytes. */
const information = joined('\x01\x02\xaa\xaa', '\x05\x04\0\0\x03\x01\x02', `\x04\xff\x2d${PLACE.padEnd(300)}`, '\x80');
const jpeg = joined(`\xff\xd8\xff\xe1\0\x40${PLACE.padEnd(62)}\xff\xda\0\x02\xff\0\xff\xd0`, PICTURE, '\xff\xd9');

/** The browser keeps their picture alone; the server refuses them. */
export const trackedFilms: Record<string, () => Buffer> = {
  'GoPro: gpmd and udta': () =>
    film({ handler: 'meta', format: 'gpmd', inMoov: [box('udta', box('GPMF', 'DEVC', PLACE))] }),
  'DJI: subtitles': () => film({ handler: 'sbtl', format: 'tx3g' }),
  'DJI: text, the index first': () => film({ handler: 'text', format: 'text', isFirst: true }),
  'Apple: mebx': () => film({ handler: 'meta', format: 'mebx', inTrack: [box('tref', box('cdsc', uint32(2)))] }),
  'Google: camm, offsets of 64 bits': () => film({ handler: 'camm', format: 'camm', isLarge: true }),
  'an unknown maker': () => film({ handler: 'abcd', format: 'efgh', inTrack: [box('wxyz', PLACE)] }),
  'bytes of no track': () =>
    joined(
      ftyp,
      box('mdat', PLACE, ...Array(CHUNKS).fill(PICTURE)),
      box('moov', track({ start: 28 + PLACE.length, bytes: PICTURE.length * CHUNKS })),
    ),
  fragments: () =>
    joined(
      ftyp,
      box('moov', ...[1, 2].map((id) => trackOf({ id, handler: id === 1 ? 'vide' : 'meta' }, table('mp4v', [], [])))),
      ...Array.from({ length: CHUNKS }, fragment),
    ),
  'WebM: subtitles in blocks': () => webm([subtitles], [blockOf(PLACE, '\x82')]),
  'WebM: subtitles in groups': () => webm([subtitles], [element('a0', blockOf(PLACE, '\x82', 'a1'))]),
  'WebM: an attachment and chapters': () => webm([], [], element('1941a469', PLACE), element('1043a770', PLACE)),
  'WebM: an element that is unknown': () =>
    webm([], [element('e9', PLACE)], element('1549a966', element('7ba9', PLACE))),
  'WebM: a second picture': () => webm([trackEntry('\x02', '\x01')], [blockOf(PLACE, '\x82')]),
  'AVI: texts': () =>
    avi([], ...Array.from({ length: CHUNKS }, () => joined(chunk('00dc', PICTURE), chunk('01tx', PLACE)))),
  'AVI: a second picture': () =>
    avi([], ...Array.from({ length: CHUNKS }, () => joined(chunk('00dc', PICTURE), chunk('02dc', PLACE)))),
  'AVI: Exif of JPEGs': () => avi([], ...Array.from({ length: CHUNKS }, () => chunk('00dc', jpeg))),
  'a second picture': () => film({ handler: 'vide', format: 'jpeg' }),
  'Exif of JPEGs': () => sampled('jpeg', jpeg),
  'user data in H.264': () => sampled('avc1', joined(unit('\x06', information), unit('\x65', PICTURE))),
  'user data in H.265, before and behind the picture': () =>
    sampled('hvc1', joined(unit('\x4e\x01', information), unit('\x26\x01', PICTURE), unit('\x50\x01', information))),
};

const picture = (...stbl: Buffer[]) =>
  joined(ftyp, box('mdat', PLACE), box('moov', trackOf({ id: 1, handler: 'vide' }, stbl)));
const MAX = 0xffff_ffff;

/** Tables of samples that no camera writes, over bytes that are no picture. */
export const malformed: Record<string, () => Buffer> = {
  'counts of 4 billion': () =>
    picture(
      full('stsc', ...[MAX, 1, MAX, 1].map(uint32)),
      full('stsz', ...[0, MAX].map(uint32)),
      full('stco', uint32(MAX), uint32(MAX)),
    ),
  'samples behind the end': () => picture(...table('avc1', [MAX, MAX], [MAX, 1000])),
  'a million chunks, one over another': () =>
    picture(
      full('stsc', ...[1, 1, 1, 1].map(uint32)),
      full('stsz', uint32(8), uint32(MAX)),
      full('stco', uint32(1_000_000), Buffer.alloc(4_000_000)),
    ),
  'tables without content': () => picture(...['stsd', 'stsc', 'stsz', 'stco'].map((type) => box(type))),
  '10,000 tables': () =>
    joined(ftyp, repeated(10_000, box('moov', trackOf({ id: 1, handler: 'vide' }, table('avc1', [1], [1]))))),
};
