import { imageSize } from 'image-size';
import { MAX_GIF_BYTES, type MediaExtension } from '#contracts/media';
import { headOf, isPicture, kindOf } from './kind.ts';
import { blankPositions } from '#lib/positions/blank';
import { onlyPicture } from '#lib/positions/picture';

/** In pixels, from the picture's header. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Inspected {
  readonly extension: MediaExtension;
  readonly size: PictureSize | null;
  /** What is kept of the first part. */
  readonly bytes: Uint8Array;
}

export type Unfit = 'type' | 'unreadable' | 'gif-size' | 'pixels' | 'film-position';

/** Far above what a page shows, far below what makes a browser or a resizer stumble. */
export const MAX_PIXELS = 50_000_000;
export const MAX_EDGE = 16_384;

/**
 * Checks a file of `total` bytes by its first part. If that is the whole, a picture is written anew with what shows it
 * alone, and a film that holds more than picture and sound is refused.
 */
export function inspect(first: Uint8Array, total: number): Inspected | Unfit {
  const inspected = inspectHeader(first, total);
  if (typeof inspected === 'string' || first.length < total) return inspected;
  if (!isPicture(inspected.extension)) return positionIn(inspected.extension, first) ?? inspected;
  const bytes = onlyPicture(first);
  return bytes ? { ...inspected, bytes } : 'unreadable';
}

function inspectHeader(first: Uint8Array, total: number): Inspected | Unfit {
  const head = headOf(first, total);
  const extension = kindOf(head);
  if (!extension) return 'type';
  if (!isPicture(extension)) return { extension, size: null, bytes: first };
  const size = pictureSize(first);
  if (!size) return 'unreadable';
  if (extension === 'gif' && total > MAX_GIF_BYTES) return 'gif-size';
  if (size.width > MAX_EDGE || size.height > MAX_EDGE || size.width * size.height > MAX_PIXELS) return 'pixels';
  return { extension, size, bytes: first };
}

/** The picture's size without decoding it; `null` if the header does not say it. */
function pictureSize(first: Uint8Array): PictureSize | null {
  try {
    const { width, height } = imageSize(first);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

/**
 * The refusal of a whole file that is not as the browser prepares it, by the same functions. Overwrites in `whole` what it
 * finds in a film.
 */
export function positionIn(extension: string, whole: Uint8Array): 'unreadable' | 'film-position' | null {
  if (!isPicture(extension)) return blankPositions(whole)?.length === 0 ? null : 'film-position';
  const kept = onlyPicture(whole);
  return kept && Buffer.from(kept.buffer).equals(whole) ? null : 'unreadable';
}
