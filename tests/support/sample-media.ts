import sharp from 'sharp';
import { PART_BYTES } from '#contracts/media';
import { newObjectId, receivePart } from '#server/media/upload';
import type { Store } from '#server/storage/port';

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
  webm: async () =>
    bytes(
      '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm\x42\x87\x81\x04',
      600,
    ),
  avi: async () => bytes(`RIFF${uint32(592)}AVI LIST${uint32(100)}hdrlavih`, 600),
};

/** `size` bytes that begin like a film of this brand; the rest is pseudorandom. */
export function film(size: number, brand = 'isom', seed = 1): Uint8Array {
  const whole = bytes(`\0\0\0\x18ftyp${brand}\0\0\x02\0${brand}mp41\0\0\0\x08free`, size);
  let state = seed;
  for (let index = 40; index < size; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    whole[index] = state >>> 16;
  }
  return whole;
}

/** Latin-1 text as bytes, filled with zeros to `size`. */
export function bytes(text: string, size = text.length): Uint8Array {
  const whole = new Uint8Array(Math.max(size, text.length));
  whole.set(Buffer.from(text, 'latin1'));
  return whole;
}

function uint32(value: number): string {
  return String.fromCharCode(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24);
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

/** Uploads a file, by the server's own code; resolves to its address. */
export async function keepFile(media: Store, file: Uint8Array): Promise<string> {
  const now = Date.now();
  const grant = { id: newObjectId(now), beginUntil: now };
  for (let index = 0; index * PART_BYTES < file.length; index += 1) {
    const bytes = file.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
    const received = await receivePart(media, grant, { index, total: file.length, bytes }, now);
    if (received !== 'spent' && 'mediaUrl' in received) return received.mediaUrl;
  }
  throw new Error('The file is not whole');
}
