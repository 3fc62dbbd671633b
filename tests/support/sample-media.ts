import sharp from 'sharp';
import { PART_BYTES } from '#contracts/media';
import { blankPositions } from '#lib/positions/blank';
import { newObjectId, receivePart } from '#server/media/upload';
import type { Store } from '#server/storage/port';
import { avi, blockOf, box, ebml, element, joined, track, trackEntry, uint32 } from './media-pieces.ts';

/** Small real pictures, and the beginnings of films. */
const picture = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#e7d9c3' } });

export const samples: Record<string, () => Promise<Uint8Array>> = {
  jpg: () => picture().jpeg().toBuffer(),
  png: () => picture().png().toBuffer(),
  webp: () => picture().webp().toBuffer(),
  avif: () => picture().avif({ effort: 0 }).toBuffer(),
  gif: () => picture().gif().toBuffer(),
  mp4: async () => film(600, 'isom'),
  mov: async () => film(600, 'qt  '),
  webm: async () => {
    const cluster = element('1f43b675', blockOf(Buffer.alloc(500, 3)));
    return joined(ebml, element('18538067', joined(element('1654ae6b', trackEntry()), cluster)));
  },
  avi: async () => avi([]),
};

/** Where the picture of a film begins. */
const PICTURE_AT = 200;
/** A prime, so that no two parts of a film are the same. */
const PERIOD = 65_537;

/** `size` bytes of a film of this brand, whose picture is pseudorandom. Of less than 200 bytes only its beginning. */
export function film(size: number, brand = 'isom', seed = 1): Uint8Array {
  const length = Math.max(0, size - PICTURE_AT);
  const moov = box('moov', track({ start: PICTURE_AT, bytes: length }));
  const head = joined(box('ftyp', brand, uint32(512), brand, 'mp41'), moov, box('free', Buffer.alloc(8)));
  const whole = new Uint8Array(PICTURE_AT + length);
  whole.set(joined(head, uint32(length + 8), 'mdat'));
  let state = seed;
  const noise = new Uint8Array(Math.min(length, PERIOD));
  for (const index of noise.keys()) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise[index] = state >>> 16;
  }
  for (let at = PICTURE_AT; at < size; at += PERIOD) whole.set(noise.subarray(0, size - at), at);
  return whole.subarray(0, size);
}

/** Latin-1 text as bytes, filled with zeros to `size`. */
export function bytes(text: string, size = text.length): Uint8Array {
  const whole = new Uint8Array(Math.max(size, text.length));
  whole.set(Buffer.from(text, 'latin1'));
  return whole;
}

const GPSLatitude = { GPSLatitudeRef: 'N', GPSLatitude: '28/1 17/1 30/1' };
/** A picture with its place. */
export const withPosition = () =>
  picture().withExif({ IFD3: { ...GPSLatitude, GPSLongitudeRef: 'W', GPSLongitude: '81/1 24/1 0/1' } });

export const jpegWithPosition = (): Promise<Buffer> => withPosition().jpeg().toBuffer();

/** A PNG header of a few bytes that promises a picture so many pixels wide and high. */
export function pixelBomb(width: number, height: number): Uint8Array {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  return bytes(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${size.toString('latin1')}\x08\x06\0\0\0`, 500);
}

/** Uploads a file, blanked as the owner's page does it, by the server's own code; resolves to its address. */
export async function keepFile(media: Store, file: Uint8Array): Promise<string> {
  blankPositions(file);
  const now = Date.now();
  const grant = { id: newObjectId(now), beginUntil: now };
  for (let index = 0; index * PART_BYTES < file.length; index += 1) {
    const bytes = file.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
    const received = await receivePart(media, grant, { index, total: file.length, bytes }, now);
    if (received !== 'spent' && 'mediaUrl' in received) return received.mediaUrl;
  }
  throw new Error('The file is not whole');
}
