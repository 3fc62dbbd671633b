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

/** True for HEIC and HEIF, an iPhone's own format. AVIF names the brand `mif1` too, and is none. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = await read(file, 0, HEAD);
  if (head.text(4, 8) !== 'ftyp') return false;
  const brands = head.text(8, head.uint32(0)).match(/.{4}/gs) ?? [];
  return HEIC_BRAND.test(brands[0] ?? '') && !brands.some((brand) => brand === 'avif' || brand === 'avis');
}

/** In the flags of a WebP's `VP8X` chunk (RFC 9649, 2.7). */
const WEBP_MOVES = 0x02;

/** True for a WebP or PNG that moves. A PNG says it in an `acTL` chunk before its first `IDAT` (PNG 3, 11.3.6). */
export async function isMovingStill(file: Blob): Promise<boolean> {
  const head = await read(file, 0, HEAD);
  if (head.text(0, 4) === 'RIFF' && head.text(8, 16) === 'WEBPVP8X') return (head.byte(20) & WEBP_MOVES) !== 0;
  return head.text(1, 4) === 'PNG' && (await pngMoves(file));
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

/** HEVC, plain or as Dolby Vision, as the first kind of sample of a track (ISO 14496-12, 8.5.2; 14496-15, 8.4). */
const HEVC_SAMPLES = /stsd.{12}(?:hvc1|hev1|dvh1|dvhe)/s;
const MAX_BOXES = 1000;

/** True for an MP4 or QuickTime video in HEVC, which many browsers do not play. */
export async function isHevcFilm(film: Blob): Promise<boolean> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES && at < film.size; box += 1) {
    const header = await read(film, at, at + 16);
    const isLarge = header.uint32(0) === 1;
    const size = isLarge ? header.uint32(8) * 2 ** 32 + header.uint32(12) : header.uint32(0) || film.size - at;
    if (header.text(4, 8) === 'moov') return HEVC_SAMPLES.test((await read(film, at, at + size)).text(0));
    if (size < 8) return false;
    at += size;
  }
  return false;
}
