import { imageSize } from 'image-size';
import { MAX_GIF_BYTES, type MediaExtension } from '#contracts/media';
import { headOf, isPicture, kindOf } from './kind.ts';
import { fileTellsPosition } from './position.ts';

/** In pixels, from the picture's header. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Inspected {
  readonly extension: MediaExtension;
  readonly size: PictureSize | null;
}

export type Unfit = 'type' | 'unreadable' | 'gif-size' | 'pixels' | 'position' | 'film-position';

/** Far above what a page shows, far below what makes a browser or a resizer stumble. */
export const MAX_PIXELS = 50_000_000;
export const MAX_EDGE = 16_384;

/** Checks a file of `total` bytes by its first part; its position too if that is the whole. */
export function inspect(first: Uint8Array, total: number): Inspected | Unfit {
  const inspected = inspectHeader(first, total);
  if (typeof inspected === 'string' || first.length < total) return inspected;
  return positionIn(inspected.extension, first) ?? inspected;
}

function inspectHeader(first: Uint8Array, total: number): Inspected | Unfit {
  const head = headOf(first, total);
  const extension = kindOf(head);
  if (!extension) return 'type';
  if (!isPicture(extension)) return { extension, size: null };
  const size = pictureSize(first);
  if (!size) return 'unreadable';
  if (extension === 'gif' && total > MAX_GIF_BYTES) return 'gif-size';
  if (size.width > MAX_EDGE || size.height > MAX_EDGE || size.width * size.height > MAX_PIXELS) return 'pixels';
  return { extension, size };
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

/** The refusal of a whole file that tells where it was taken. Overwrites the positions in `whole`. */
export function positionIn(extension: string, whole: Uint8Array): 'position' | 'film-position' | null {
  if (!fileTellsPosition(extension, whole)) return null;
  return isPicture(extension) ? 'position' : 'film-position';
}
