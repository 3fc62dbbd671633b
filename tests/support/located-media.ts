import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
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
  text,
  track,
  trackEntry,
  uint32,
} from './media-pieces.ts';
import { samples } from './sample-media.ts';

/** Small files that tell where they were taken, made by hand, as cameras and programs write them. */

export const COORDINATES = '+28.2920-081.4076+023.000/';
const uint16 = (number: number) => Buffer.from([number >> 8, number & 255]);

/** An XMP packet with this property of the picture. */
const xmp = (property: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${property}/></rdf:RDF></x:xmpmeta>`;
const located = xmp('exif:GPSLatitude="28,17.52N" exif:GPSLongitude="81,24.46W"');
const utf16 = Buffer.from(located, 'utf16le').swap16();

/** Exif data with a latitude, in either order of bytes. */
function exif(order: 'II' | 'MM'): Buffer {
  const turned = (bytes: Buffer) => (order === 'II' ? Buffer.from(bytes).reverse() : bytes);
  const short = (number: number) => turned(uint16(number));
  const long = (number: number) => turned(uint32(number));
  const directory = (tag: number, type: number, value: number) =>
    joined(short(1), short(tag), short(type), long(1), long(value), long(0));
  return joined(order, short(42), long(8), directory(0x88_25, 4, 26), directory(2, 5, 44), long(28), long(1));
}

/** A film with its index at the end. */
export const film = (media: Buffer, ...inMoov: Buffer[]) => [
  box('ftyp', 'qt  ', uint32(512), 'qt  '),
  box('mdat', media),
  box('moov', box('mvhd', Buffer.alloc(100, 7)), track({ start: 28, bytes: media.length }), ...inMoov),
];
const picture300 = Buffer.alloc(300, 3);
const mp4 = (...inMoov: Buffer[]) => joined(...film(picture300, ...inMoov));
const key = (name: string) => box('mdta', name);
const data = (value: string) => box('data', uint32(1), uint32(0), value);
const appleMeta = (name: string, value: string) =>
  box(
    'meta',
    full('hdlr', Buffer.alloc(20)),
    full('keys', uint32(2), key('com.apple.quicktime.make'), key(name)),
    box('ilst', box(uint32(1), data('Apple')), box(uint32(2), data(value))),
  );
const isoMeta = (...boxes: Buffer[]) => full('meta', full('hdlr', Buffer.alloc(20)), ...boxes);
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const place = box('\xa9xyz', uint16(COORDINATES.length), uint16(0x15c7), COORDINATES);

const UNKNOWN = '01ffffffffffffff';
const tag = (name: string, value: string, ...nested: Buffer[]) =>
  element('67c8', joined(element('45a3', name), element('4487', value), ...nested));
const tags = (...simple: Buffer[]) => element('1254c367', element('7373', joined(...simple)));
const frames = blockOf(Buffer.alloc(60, 3));
const tracks = element('1654ae6b', trackEntry());
const webm = (...parts: Buffer[]) =>
  joined(ebml, element('18538067', joined(tracks, element('1f43b675', frames), ...parts)));
const live = (...parts: Buffer[]) =>
  joined(ebml, element('18538067', joined(tracks, element('1f43b675', frames, UNKNOWN), ...parts), UNKNOWN));

const flat = { width: 64, height: 48, channels: 3, background: '#e7d9c3' } as const;
async function picture(kind: string): Promise<Buffer> {
  return Buffer.from((await samples[kind]?.()) ?? []);
}
const jpeg = async (...segments: Buffer[]) => {
  const whole = await picture('jpg');
  return joined(
    whole.subarray(0, 2),
    ...segments.map((content) => joined('\xff\xe1', uint16(content.length + 2), content)),
    whole.subarray(2),
  );
};
const extended = (offset: number, part: string) =>
  joined('http://ns.adobe.com/xmp/extension/\0', 'A'.repeat(32), uint32(999), uint32(offset), part);
const webp = async (...chunks: Buffer[]) => {
  const whole = joined(await picture('webp'), ...chunks);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
};
const png = async (...chunks: (readonly [type: string, content: Buffer])[]) => {
  const whole = await picture('png');
  const made = chunks.map(([type, content]) =>
    joined(uint32(content.length), type, content, uint32(crc32(joined(type, content)))),
  );
  return joined(whole.subarray(0, 33), ...made, whole.subarray(33));
};
const packed = (keyword: string, content: Buffer | string) => joined(keyword, '\0\0', deflateSync(joined(content)));
const profile = (name: string, content: Buffer | string) =>
  `\n${name}\n${String(joined(content).length).padStart(8)}\n${joined(content).toString('hex').replace(/.{72}/g, '$&\n')}\n`;
const gif = async (...extensions: Buffer[]) => {
  const whole = await picture('gif');
  const start = 13 + 3 * 2 ** (((whole[10] ?? 0) & 7) + 1);
  return joined(whole.subarray(0, start), ...extensions, whole.subarray(start));
};
const blocks = (content: string) =>
  joined(...(content.match(/[\s\S]{1,255}/g) ?? []).flatMap((block) => [Buffer.from([block.length]), block]), '\0');
const xmpTrailer = joined('\x01', Buffer.from(Array.from({ length: 256 }, (_, index) => 255 - index)), '\0');

type Make = () => Buffer | Promise<Buffer>;

/** The browser blanks these; the server refuses them. */
export const locatedFilms: Record<string, Make> = {
  '©xyz, Android': () => mp4(box('udta', place)),
  'loci, 3GPP': () => mp4(box('udta', full('loci', `Home\0${COORDINATES}`))),
  'a key, iPhone': () => mp4(appleMeta('com.apple.quicktime.location.ISO6709', COORDINATES)),
  'a key, in a track': () => mp4(box('trak', appleMeta('com.apple.quicktime.location.ISO6709', COORDINATES))),
  '©xyz in ilst, iTunes': () => mp4(box('udta', isoMeta(box('ilst', box('\xa9xyz', data(COORDINATES)))))),
  'a name of its own in ilst': () =>
    mp4(box('udta', isoMeta(box('ilst', box('----', full('mean', 'org'), full('name', 'LOCATION'), data('Home')))))),
  'XMP in uuid': () => joined(mp4(), box('uuid', XMP_UUID, located)),
  'XMP in uuid, before and in moov': () => {
    const [ftyp, mdat, moov] = film(picture300, box('uuid', XMP_UUID, located));
    return joined(ftyp ?? '', mdat ?? '', box('uuid', XMP_UUID, located), moov ?? '');
  },
  'XMP in UTF-16': () => joined(mp4(), box('uuid', XMP_UUID, utf16)),
  'XMP in udta': () => mp4(box('trak', box('udta', box('XMP_', located)))),
  'XMP in a meta box of the file': () => joined(mp4(), isoMeta(box('xml ', uint32(0), located))),
  'udta in udta': () => mp4(box('udta', box('udta', place))),
  'udta in a fragment': () => joined(mp4(), box('moof', box('traf', box('udta', place)))),
  'Exif in udta': () => mp4(box('udta', box('PANA', exif('MM')))),
  'in a free box': () => joined(mp4(), box('free', COORDINATES)),
  'behind a box of 64 bits': () =>
    joined(
      box('ftyp', 'qt  ', uint32(512), 'qt  '),
      uint32(1),
      'mdat',
      uint32(0),
      uint32(16 + 30),
      Buffer.alloc(30),
      box('moov', track({ start: 36, bytes: 30 }), box('udta', place)),
    ),
  'in a box that is cut off': () => mp4(box('udta', place)).subarray(0, -4),
  'WebM, LOCATION': () => webm(tags(tag('TITLE', 'Shade'), tag('LOCATION', COORDINATES))),
  'WebM, a place in words': () => webm(tags(tag('Recording_Location', '12 Main St'))),
  'WebM, GPS': () => webm(tags(tag('GPS', '28.2920, -81.4076'))),
  'WebM, tag in tag': () => webm(tags(tag('ARTIST', 'Me', tag('©xyz', '28.2920, -81.4076')))),
  'WebM, recorded live': () => live(tags(tag('LOCATION', COORDINATES))),
  'WebM, tags of unknown size': () =>
    live(element('1254c367', element('7373', tag('LOCATION', COORDINATES), UNKNOWN), UNKNOWN)),
  'WebM, its title': () => webm(element('1549a966', element('7ba9', `Home ${COORDINATES}`))),
  'WebM, an attached picture': () => webm(element('1941a469', element('61a7', element('465c', exif('MM'))))),
  'AVI, its comment': () => avi([chunk('LIST', joined('INFO', chunk('ICMT', COORDINATES)))]),
  'AVI, XMP': () => avi([chunk('_PMX', located)]),
  'AVI, Exif': () => avi([chunk('LIST', joined('hdrl', chunk('strd', exif('II'))))]),
};

/** Named by their kind, whose sample they are with more in it. */
export const locatedPictures: Record<string, Make> = {
  'JPEG, Exif': () => jpeg(joined('Exif\0\0', exif('II'))),
  'JPEG, Exif with big ends': () => jpeg(joined('Exif\0\0', exif('MM'))),
  'JPEG, XMP': () => jpeg(text(`http://ns.adobe.com/xap/1.0/\0${located}`)),
  'JPEG, extended XMP': () => {
    const [first = '', second = ''] = xmp('exif:GPSLatitude="28,17.52N"').split(/(?=itude)/);
    return jpeg(extended(first.length, second), extended(0, first));
  },
  'WebP, XMP': () => webp(chunk('XMP ', located)),
  'WebP, Exif with big ends': () => webp(chunk('EXIF', exif('MM'))),
  'PNG, Exif': () => png(['eXIf', exif('MM')]),
  'PNG, tEXt': () => png(['tEXt', text(`Comment\0${COORDINATES}`)]),
  'PNG, tEXt with digits': () => png(['tEXt', text(`Raw profile type exif\0${profile('exif', exif('II'))}`)]),
  'PNG, zTXt Exif': () => png(['zTXt', packed('Raw profile type exif', profile('exif', exif('II')))]),
  'PNG, zTXt APP1': () =>
    png(['zTXt', packed('Raw profile type APP1', profile('APP1', joined('Exif\0\0', exif('MM'))))]),
  'PNG, zTXt XMP': () => png(['zTXt', packed('Raw profile type xmp', profile('xmp', located))]),
  'PNG, iTXt': () => png(['iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${located}`)]),
  'PNG, packed iTXt': () => png(['iTXt', joined('XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(text(located)))]),
  'PNG, packed iTXt in another language': () =>
    png(['iTXt', joined('Comment\0\x01\0es\0Comentario\0', deflateSync(text(COORDINATES)))]),
  'JPEG, Exif in two segments': () =>
    jpeg(joined('Exif\0\0', exif('II').subarray(0, 20)), joined('Exif\0\0', exif('II').subarray(20))),
  'JPEG, a second picture and a film behind its end': async () =>
    joined(await jpeg(text('MPF\0II*\0')), await jpeg(joined('Exif\0\0', exif('II'))), mp4()),
  'JPEG, other segments': async () => {
    const segments = ['\xff\xfe', '\xff\xe0', '\xff\xe2', '\xff\xed', '\xff\xf0'];
    const whole = await picture('jpg');
    const others = segments.map((marker) => joined(marker, uint16(located.length + 2), located));
    return joined(whole.subarray(0, 2), ...others, whole.subarray(2));
  },
  'PNG, other chunks': () => png(['zxIf', packed('', exif('II'))], ['prVt', text(located)], ['acTL', Buffer.alloc(8)]),
  'PNG, behind its end': async () => joined(await png(), await png(['eXIf', exif('MM')])),
  'WebP, other chunks': () => webp(chunk('abcd', 'odd'), chunk('EXIF', exif('II'))),
  'WebP, behind its end': async () => joined(await webp(), located),
  'GIF, XMP': () => gif(joined('!\xff\x0bXMP DataXMP', located, xmpTrailer)),
  'GIF, a comment in blocks': () => gif(joined('!\xfe', blocks(`${'-'.repeat(248)}${COORDINATES}`))),
  'GIF, behind its end': async () => joined(await gif(), located),
  'PNG, a bomb': () => png(['zTXt', packed('Comment', Buffer.alloc(60_000_000))]),
  'PNG, many bombs': () => {
    const bomb = packed('Comment', Buffer.alloc(900_000));
    return png(...Array.from({ length: 1000 }, () => ['zTXt', bomb] as const));
  },
  'PNG, 20,000 texts': () => png(...Array(20_000).fill(['zTXt', packed('a', 'b')])),
  'PNG, a text that cannot be unpacked': () => png(['zTXt', text('Comment\0\0nothing')]),
  'JPEG, 70,000 Exif headers': () => jpeg(...Array.from({ length: 10 }, () => repeated(7000, text('II*\0\x08\0\0\0')))),
};

/** These hold picture and sound alone, and are taken as they are. */
export const unlocated: Record<string, Make> = {
  'a film': () => mp4(),
  'a WebM': () => webm(),
  'a WebM that was recorded live': () => live(element('1f43b675', frames, UNKNOWN)),
  'an AVI': () => avi([chunk('JUNK', Buffer.alloc(20))]),
};

const nested = (count: number, make: (inside: Buffer) => Buffer) => {
  let whole = Buffer.alloc(0) as Buffer;
  for (let index = 0; index < count; index += 1) whole = make(whole);
  return whole;
};

/** Nothing that a camera makes. */
export const hostile: Record<string, Make> = {
  '3,000 boxes in boxes': () =>
    joined(
      box('ftyp', 'qt  ', uint32(512), 'qt  '),
      nested(3000, (inside) => box('moov', inside)),
    ),
  '3,000 metadata boxes in boxes': () => mp4(nested(3000, (inside) => isoMeta(inside))),
  'a name of 200 kB': () => mp4(appleMeta('k'.repeat(200_000), 'Home')),
  '200,000 boxes': () => mp4(repeated(200_000, box('free'))),
  '3,000 elements in elements': () =>
    joined(
      ebml,
      nested(3000, (inside) => element('18538067', inside)),
    ),
  '3,000 elements of unknown size': () =>
    joined(
      ebml,
      nested(3000, (inside) => element('1254c367', inside, UNKNOWN)),
    ),
  '100,000 elements': () => webm(repeated(100_000, element('7373', 'abc'))),
  'an element of a huge size': () =>
    joined(ebml, element('18538067', element('1254c367', tag('LOCATION', COORDINATES), '01fffffffffffffe'))),
  '3,000 lists in lists': () => avi([nested(3000, (inside) => chunk('LIST', joined('INFO', inside)))]),
};

/** What cannot be written anew, or has more pieces than a program writes. */
export const refusedPictures: Record<string, Make> = {
  'an AVIF with Exif': () =>
    sharp({ create: flat })
      .withExif({ IFD0: { Make: 'Camera' } })
      .avif({ effort: 0 })
      .toBuffer(),
  'an AVIF with a box behind its end': async () => joined(await picture('avif'), box('uuid', XMP_UUID)),
  'an AVIF with a place among its media': async () => joined(await picture('avif'), box('mdat', located)),
  'a GIF of 100,000 comments': () => gif(repeated(100_000, text('!\xfe\x08comments\0'))),
};
