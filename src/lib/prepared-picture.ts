import { drawn, encoded, fitWithin, lookOf, type MediaLook } from './media-look.ts';

/** Pixels on either side (design, section 7). */
const EDGE_MOST = 2560;
const QUALITY = 0.88;

export interface PreparedPicture extends MediaLook {
  readonly file: Blob;
}

/**
 * A picture as it may leave the browser: at most 2560 pixels wide and high, upright, and written anew, so that nothing a
 * camera wrote into it, the position of a customer's home above all, goes with it. A GIF stays as it is, since it may move.
 * Rejects when the browser cannot read the picture.
 */
export async function preparePicture(picture: Blob): Promise<PreparedPicture> {
  const bitmap = await unpacked(picture);
  try {
    if (picture.type === 'image/gif') {
      const { width, height } = bitmap;
      return { file: picture, ...lookOf(bitmap, { width, height }) };
    }
    const size = fitWithin(bitmap, EDGE_MOST);
    // JPEG stays JPEG; the others may be transparent, which WebP can be too.
    const type = picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    return { file: await encoded(drawn(bitmap, size), type, QUALITY), ...lookOf(bitmap, size) };
  } finally {
    bitmap.close();
  }
}

async function unpacked(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture);
  } catch (cause) {
    throw new Error('This picture is damaged, or of a kind that this browser cannot read', { cause });
  }
}
