/** What a chosen file is by its bytes, where its name and type do not say it. */

/** In bytes. */
const HEAD = 1024;
const ascii = new TextDecoder('latin1');

/** Part of a file, to read numbers (big-endian) and ASCII text from; zeros and nothing after its end. */
async function read(file: Blob, start: number, end: number) {
  const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
  const byte = (at: number) => bytes[at] ?? 0;
  return {
    byte,
    text: (from: number, to?: number) => ascii.decode(bytes.subarray(from, to)),
    uint32: (at: number) => [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + byte(at + offset), 0),
  };
}

/** Of a HEIF file whose pictures are HEVC (ISO 23008-12, B.4), and of one that leaves that open. */
const HEIC_BRAND = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/** The brands of an ISO file (14496-12, 4.3), its own first; none of another file. */
const brandsOf = ({ text, uint32 }: Awaited<ReturnType<typeof read>>): readonly string[] =>
  (text(4, 8) === 'ftyp' && text(8, uint32(0)).match(/.{4}/gs)) || [];

/** True for HEIC and HEIF, an iPhone's own format. AVIF names the brand `mif1` too, and is none. */
export async function isHeic(file: Blob): Promise<boolean> {
  const brands = brandsOf(await read(file, 0, HEAD));
  return HEIC_BRAND.test(brands[0] ?? '') && !brands.some((brand) => brand === 'avif' || brand === 'avis');
}

/** In the flags of a WebP's `VP8X` chunk (RFC 9649, 2.7). */
const WEBP_MOVES = 0x02;

/**
 * True for a WebP, PNG or AVIF that moves. A PNG says it in an `acTL` chunk before its first `IDAT` (PNG 3, 11.3.6), an
 * AVIF by its brand (AVIF 1.2, 6.3).
 */
export async function isMovingStill(file: Blob): Promise<boolean> {
  const head = await read(file, 0, HEAD);
  if (head.text(0, 4) === 'RIFF' && head.text(8, 16) === 'WEBPVP8X') return (head.byte(20) & WEBP_MOVES) !== 0;
  return head.text(1, 4) === 'PNG' ? await pngMoves(file) : brandsOf(head).includes('avis');
}

/** Far more than stand before a PNG's picture. */
const MAX_CHUNKS = 64;

async function pngMoves(png: Blob): Promise<boolean> {
  let at = 8;
  for (let chunk = 0; chunk < MAX_CHUNKS && at < png.size; chunk += 1) {
    const header = await read(png, at, at + 8);
    const type = header.text(4);
    if (type === 'acTL' || type === 'IDAT') return type === 'acTL';
    at += 12 + header.uint32(0);
  }
  return false;
}

/**
 * The kind of sample of the first track of pictures, and of H.264 its profile (ISO 14496-12, 8.4.3 and 8.5.2; 14496-15,
 * 5.3.3).
 */
const PICTURES = /hdlr.{8}vide(?:(?!trak).)*?stsd.{12}(.{4})(?:.{78,400}?avcC.(.))?/s;
/** HEVC, plain or as Dolby Vision. */
const HEVC = /^(?:hvc1|hev1|dvh1|dvhe)/;
/** Every browser plays VP8, VP9, and H.264 of 8 bits: its profiles Baseline, Main and High. */
const COMMON = /^(?:vp0[89]|avc[13][\x42\x4d\x64]?$)/;
/** In the `CodecID` of a WebM's track (RFC 9559, 5.1.4.1.21). */
const RARE_IN_WEBM = /\bV_(?!VP[89])[A-Z]/;
const MAX_BOXES = 1000;

/** Of an MP4, QuickTime or WebM video its codec, if that is HEVC or another one that many browsers do not play. */
export async function rareCodec(film: Blob): Promise<'hevc' | 'rare-codec' | null> {
  const head = await read(film, 0, 8 * HEAD);
  if (head.text(0, 4) === '\x1a\x45\xdf\xa3') return RARE_IN_WEBM.test(head.text(0)) ? 'rare-codec' : null;
  const [, kind, profile = ''] = PICTURES.exec(await indexOf(film)) ?? [];
  if (!kind || COMMON.test(kind + profile)) return null;
  return HEVC.test(kind) ? 'hevc' : 'rare-codec';
}

/** The box of an MP4 or QuickTime video that describes its tracks, as text; empty if there is none. */
async function indexOf(film: Blob): Promise<string> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES && at < film.size; box += 1) {
    const header = await read(film, at, at + 16);
    const isLarge = header.uint32(0) === 1;
    const size = isLarge ? header.uint32(8) * 2 ** 32 + header.uint32(12) : header.uint32(0) || film.size - at;
    if (header.text(4, 8) === 'moov') return (await read(film, at, at + size)).text(0);
    if (size < 8) return '';
    at += size;
  }
  return '';
}
